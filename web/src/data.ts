// The script data.js: the firmware's image, the names of openings and the rules, as the page's own script takes them.

import image from 'firmware-image';
import openings from 'opening-names';
import rules from 'rules-module';

Object.assign(globalThis, {stackmateData: {image, openings, rules}});

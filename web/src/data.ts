// The script data.js: the firmware's image and the rules, as the page's own script takes them.

import image from 'firmware-image';
import rules from 'rules-module';

Object.assign(globalThis, {stackmateData: {image, rules}});

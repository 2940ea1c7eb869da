// A clock of one's own in the page (web/src/own_clock.ts): as the board says and takes it, in words, and what is none.

import assert from 'node:assert/strict';
import {test} from 'node:test';

import {fromPage} from './rules.mjs';

const {readClock, writeClock, clockWords, faultsOf} = await fromPage({own_clock: 'readClock, writeClock, clockWords, faultsOf'});

test('a clock is read and written as the board does, and said in words', () => {
    for (const [text, words] of [['5+3', '5+3'], ['0+10', '0+10'], ['40/90+30,30', '40/90+30, then 30'], ['5+3:1+0', 'White 5+3, Black 1+0'], ['5+3-delay', '5+3, delay'],
                                 ['3+2:0+1-bronstein', 'White 3+2, Black 0+1, Bronstein'], ['5+0-hourglass', '5+0, hourglass'], ['0+30-move', '0+30, move'],
                                 ['99/180+60:179+59,180-bronstein', 'White 99/180+60, Black 179+59, then 180, Bronstein']]) {
        assert.equal(writeClock(readClock(text)), text);
        assert.equal(clockWords(text), words);
        assert.deepEqual(faultsOf(readClock(text)), ['', '', ''], text);
    }
    assert.deepEqual(readClock('99/180+60:179+59,180-delay'), {minutes: [180, 179], seconds: [60, 59], rule: '-delay', moves: 99, then: 180});
    assert.equal(writeClock(readClock('5:1')), '5+0:1+0');
});

test('what is not possible is said of the fields that it is about', () => {
    const faults = (change) => faultsOf({...readClock('5+3'), ...change}).map((words) => words.split(' ').slice(0, 2).join(' '));
    for (const [change, wanted] of [
        [{}, ['', '', '']], [{minutes: [0, 5], seconds: [0, 0]}, ['A side', '', '']], [{minutes: [5, 0], seconds: [0, 0]}, ['', 'A side', '']],
        [{minutes: [181, 5]}, ['Up to', '', '']], [{seconds: [0, 61]}, ['', 'Up to', '']], [{minutes: [5, NaN]}, ['', 'Up to', '']], [{minutes: [2.5, 5]}, ['Up to', '', '']],
        [{moves: 40}, ['', '', 'Both moves']], [{then: 30}, ['', '', 'Both moves']], [{moves: 100, then: 30}, ['', '', 'Up to']], [{moves: 40, then: 30}, ['', '', '']],
        [{moves: 40, then: 30, rule: '-hourglass'}, ['', '', 'This rule']], [{moves: 40, then: 30, rule: '-move'}, ['', '', 'This rule']], [{moves: 40, then: 30, rule: '-delay'}, ['', '', '']],
    ]) {
        assert.deepEqual(faults(change), wanted, JSON.stringify(change));
    }
});

#!/bin/sh
# What rp2040js makes of SysTick, the tick of most firmware for a Cortex-M.
#
# Guess: as in Armv6-M (B3.3) the first tick comes RVR + 1 cycles after the start, and each of the others as long after the one
# before. A write of CVR clears COUNTFLAG.
# Seen, rp2040js 1.4.1 (MIT), with RVR 124,999 at 125 MHz, which is a tick a millisecond: the first tick comes with the start, after no
# cycle at all, and the others 124,999 cycles apart, so that 3000 ms have 3001 ticks. After a write of CVR COUNTFLAG is still set.
# Hurt: whoever tests or measures firmware in it. A first tick comes before the firmware is ready for it, a clock is a
# millisecond ahead, and a wait for COUNTFLAG ends at once.
#
# Ends with 0 if all is as said here, with 1 if something has changed, with 2 if it cannot be tried (no Node.js, no npm registry).
set -u
if ! command -v node npm >/dev/null; then echo "Node.js and npm are needed" >&2; exit 2; fi
folder=$(mktemp -d) || exit 2
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 2
npm init -y >/dev/null 2>&1
npm install --silent --no-audit --no-fund rp2040js@1.4.1 >/dev/null 2>&1 || { echo "npm could not install the package"; exit 2; }
cat > try.mjs <<'END'
import {RP2040} from 'rp2040js';

const CSR = 0xe000e010, RVR = 0xe000e014, CVR = 0xe000e018, COUNTFLAG = 1 << 16;
const chip = new RP2040();
const ticks = [];
Object.defineProperty(chip.core, 'pendingSystick', {get: () => false, set: (on) => { if (on) ticks.push(chip.clock.nanos); }});
chip.writeUint32(RVR, 124_999);
chip.writeUint32(CVR, 0);
chip.writeUint32(CSR, 7);
chip.clock.tick(3e9);
chip.writeUint32(CVR, 0);
const rows = [
    ['ns from the start to the first tick', ticks[0], 0, 1e6],
    ['ns from the second tick to the third', ticks[2] - ticks[1], 999_992, 1e6],
    ['ticks in 3000 ms', ticks.length, 3001, 3000],
    ['COUNTFLAG after a write of CVR', (chip.readUint32(CSR) & COUNTFLAG) !== 0 ? 1 : 0, 1, 0],
];
let changed = false;
for (const [what, seen, wanted, right] of rows) {
    changed ||= seen !== wanted;
    console.log(`${seen === wanted ? 'as said' : 'CHANGED'}: ${what}: ${seen}, and should be ${right}`);
}
process.exit(changed ? 1 : 0);
END
node try.mjs

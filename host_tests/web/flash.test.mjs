// How the page puts an image into a Pico (web/src/flash), with a simulated boot ROM and a fake of its drive.

import assert from 'node:assert/strict';
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, before, test} from 'node:test';
import {fileURLToPath} from 'node:url';

import {build} from '../../web/node_modules/esbuild/lib/main.js';
import {BootRom, crc32, dice} from './boot_rom.mjs';

const BASE = 0x1000_0000, SECTOR = 4096, PAGE = 256, STORE = 1856 * 1024;
const folder = mkdtempSync(join(tmpdir(), 'flash-'));
let readUf2, Picoboot, flash, writeDrive;

before(async () => {
    const outfile = join(folder, 'flash.mjs'), source = (name) => fileURLToPath(new URL(`../../web/src/flash/${name}`, import.meta.url));
    const contents = ['uf2', 'picoboot', 'order', 'drive'].map((name) => `export * from ${JSON.stringify(source(`${name}.ts`))};`).join('\n');
    await build({stdin: {contents, resolveDir: folder}, bundle: true, format: 'esm', outfile});
    ({readUf2, Picoboot, flash, writeDrive} = await import(outfile));
});
after(() => rmSync(folder, {recursive: true}));

/** The flash of a program: so many pages of it, with a valid start. */
function program(seed, pages) {
    const random = dice(seed), bytes = Uint8Array.from({length: pages * PAGE}, () => random() * 256);
    new DataView(bytes.buffer).setUint32(252, crc32(bytes.subarray(0, 252)), true);
    return bytes;
}

function uf2(bytes) {
    const file = new Uint8Array(2 * bytes.length), view = new DataView(file.buffer), count = bytes.length / PAGE;
    for (let i = 0; i < count; i++) {
        [0x0a32_4655, 0x9e5d_5157, 0x2000, BASE + i * PAGE, PAGE, i, count, 0xe48b_ff56].forEach((word, n) => view.setUint32(512 * i + 4 * n, word, true));
        file.set(bytes.subarray(i * PAGE, (i + 1) * PAGE), 512 * i + 32);
        view.setUint32(512 * i + 508, 0x0ab1_6f30, true);
    }
    return file;
}

/** A board that has an older program and stored games. */
function usedBoard(seed, old) {
    const rom = new BootRom(seed), random = dice(seed + 1);
    rom.flash.set(old);
    for (let i = STORE; i < rom.flash.length; i++) {
        rom.flash[i] = random() * 256;
    }
    rom.plugIn({bootsel: true});
    return rom;
}

const holds = (rom, bytes) => Buffer.compare(rom.flash.subarray(0, bytes.length), bytes) === 0;

async function write(rom, file, progress = () => {}) {
    const device = rom.device();
    try {
        await flash(await Picoboot.open(device), readUf2(file), progress);
    } finally {
        await device.close();
    }
}

test('an image is written, read back and started; nothing outside its sectors is touched', async () => {
    const image = program(7, 16 * 20 + 5), rom = usedBoard(3, program(8, 16 * 40)), before = rom.flash.slice(), parts = [];
    await write(rom, uf2(image), (part) => parts.push(part));
    assert.deepEqual(rom.wrongs, []);
    assert.ok(holds(rom, image) && rom.starts);
    assert.equal(rom.restarts, 1);
    assert.deepEqual([...rom.touched].sort((a, b) => a - b), Array.from({length: 21}, (_, i) => i * SECTOR));
    assert.ok(rom.flash.subarray(image.length, 21 * SECTOR).every((byte) => byte === 0xff));
    assert.deepEqual(rom.flash.subarray(21 * SECTOR), before.subarray(21 * SECTOR));
    assert.equal(parts[0], 0);
    assert.equal(parts.at(-1), 1);
    assert.ok(parts.every((part, i) => i === 0 || part > parts[i - 1]));
    rom.plugIn();
    assert.ok(!rom.present, 'the program runs');
});

test('a hundred boards are interrupted anywhere: none starts half an image, and each takes it at the next attempt', async () => {
    const old = program(1, 16 * 6), image = program(2, 16 * 6 + 3), file = uf2(image);
    const whole = usedBoard(0, old);
    await write(whole, file);
    const ends = {};
    for (let seed = 1; seed <= 100; seed++) {
        const rom = usedBoard(seed, old), kind = ['cable', 'fails', 'stalls'][seed % 3], store = rom.flash.slice(STORE);
        rom.trouble = {at: 1 + Math.floor(dice(seed)() * whole.transfers), kind};
        const said = `board ${seed}: ${kind} at transfer ${rom.trouble.at} of ${whole.transfers}`;
        const failed = await write(rom, file).then(() => false, () => true);
        const state = !rom.starts ? 'waits' : holds(rom, old) ? 'has the old program' : holds(rom, image) ? 'has the new program' : 'half';
        ends[state] = (ends[state] ?? 0) + 1;
        assert.notEqual(state, 'half', said);
        assert.ok(failed || state === 'has the new program', said);
        if (state === 'waits' && !rom.present) {
            rom.plugIn();
            assert.ok(rom.present, `${said}: the boot ROM waits, without BOOTSEL`);
        } else if (!rom.present) {
            rom.plugIn({bootsel: true});
        }
        await write(rom, file);
        assert.ok(rom.starts && holds(rom, image), said);
        assert.deepEqual(rom.wrongs, [], said);
        assert.deepEqual(rom.flash.subarray(STORE), store, said);
    }
    assert.ok(ends.waits > 50, JSON.stringify(ends));
});

test('the power goes at every transfer around the first page, torn in many ways', async () => {
    const old = program(1, 32), image = program(2, 32), file = uf2(image), whole = usedBoard(0, old);
    await write(whole, file);
    for (let at = 1; at <= whole.transfers; at++) {
        for (let seed = 1; seed <= 8; seed++) {
            const rom = usedBoard(seed, old);
            rom.trouble = {at, kind: 'cable'};
            await write(rom, file).catch(() => {});
            assert.ok(!rom.starts || holds(rom, old) || holds(rom, image), `seed ${seed}, transfer ${at} of ${whole.transfers}`);
        }
    }
});

test('a refused command is told in words, and the board takes the next one', async () => {
    const rom = usedBoard(1, program(1, 16)), boot = await Picoboot.open(rom.device());
    await assert.rejects(boot.erase(BASE + 1, SECTOR), /refused a command: bad alignment/);
    await assert.rejects(boot.read(BASE - PAGE, PAGE), /invalid address/);
    assert.equal((await boot.read(BASE, PAGE)).length, PAGE);
});

test('a flash that does not take the image is told, and does not start', async () => {
    const rom = usedBoard(1, program(1, 64));
    rom.weakSector = 2 * SECTOR;
    await assert.rejects(write(rom, uf2(program(2, 64))), /does not hold what was written at 100020[0-9a-f]{2}/);
    assert.ok(!rom.starts);
});

test('closing ends the connection at once; the board waits, and the next attempt succeeds', async () => {
    const image = program(2, 64), rom = usedBoard(1, program(1, 64)), device = rom.device(), boot = await Picoboot.open(device);
    await assert.rejects(flash(boot, readUf2(uf2(image)), (part) => part > 0.5 && boot.close()));
    assert.ok(!rom.starts);
    await write(rom, uf2(image));
    assert.ok(rom.starts && holds(rom, image));
});

test('a device without the interface is refused', async () => {
    const device = {opened: true, configuration: {interfaces: [{interfaceNumber: 0, alternate: {interfaceClass: 8, endpoints: []}}]}};
    await assert.rejects(Picoboot.open(device), /no PICOBOOT interface/);
});

test('a file that is no image for this chip is refused with what is wrong with it', () => {
    const good = uf2(program(1, 40));
    assert.deepEqual(readUf2(good).map(({address}) => address), [BASE, BASE + SECTOR, BASE + 2 * SECTOR]);
    const changed = (at, value) => {
        const file = good.slice();
        new DataView(file.buffer).setUint32(at, value, true);
        return file;
    };
    for (const [file, reason] of [
        [new Uint8Array(), /0 bytes/],
        [good.subarray(0, 1000), /1000 bytes/],
        [good.subarray(0, 1024), /40 blocks, and there are 2/],
        [changed(512, 1), /Block 1 .*marks of a UF2/],
        [changed(512 + 508, 1), /Block 1 .*marks of a UF2/],
        [changed(28, 0xe48b_ff59), /Block 0 .*not for the flash of an RP2040/],
        [changed(8, 0x2001), /not for the flash/],
        [changed(16, 476), /476 bytes, not 256/],
        [changed(12, BASE + 1), /address 10000001/],
        [changed(12, 0x2000_0000), /address 20000000/],
        [changed(12, BASE + STORE), /address 101d0000, where no firmware goes/],
        [changed(12, BASE + PAGE), /Block 1 .*as another block is/],
        [changed(20, 1), /Block 1 .*number 1/],
        [changed(20, 40), /number 40/],
        [changed(40, 12345), /no valid start/],
    ]) {
        assert.throws(() => readUf2(file), reason);
    }
});

/** A drive as the File System Access API gives it; it goes after so many bytes. */
function drive({info = 'UF2 Bootloader v3.0\r\nModel: Raspberry Pi RP2\r\nBoard-ID: RPI-RP2\r\n', goesAfter = Infinity} = {}) {
    const written = [], gone = () => new DOMException('The drive has gone.', 'InvalidStateError');
    let bytes = 0;
    return {
        written,
        async getFileHandle(name, {create = false} = {}) {
            if (create) {
                written.push(name);
            } else if (name !== 'INFO_UF2.TXT' || info === null) {
                throw new DOMException('There is no such file.', 'NotFoundError');
            }
            return {
                getFile: async () => ({text: async () => info}),
                createWritable: async () => ({
                    async write(piece) {
                        bytes += piece.length;
                        if (bytes > goesAfter) {
                            throw gone();
                        }
                        written.push(...piece);
                    },
                    async close() {
                        if (bytes >= goesAfter) {
                            throw gone();
                        }
                    },
                }),
            };
        },
    };
}

test('the image is written onto the drive of an RP2040, byte for byte', async () => {
    const image = uf2(program(1, 300)), folder = drive(), parts = [];
    assert.equal(await writeDrive(folder, image, (part) => parts.push(part)), 'closed');
    assert.deepEqual(folder.written, ['stackmate.uf2', ...image]);
    assert.deepEqual([parts[0], parts.at(-1)], [0, 1]);
});

test('nothing is written into a folder that is not that drive', async () => {
    for (const [info, reason] of [[null, /holds no INFO_UF2.TXT/], ['Board-ID: RP2350\n', /says RP2350/], ['hello', /says nothing/]]) {
        const folder = drive({info});
        await assert.rejects(writeDrive(folder, uf2(program(1, 16)), () => {}), reason);
        assert.deepEqual(folder.written, []);
    }
});

test('a drive that goes early is an error; one that goes with the last bytes may have all of them', async () => {
    const image = uf2(program(1, 300));
    await assert.rejects(writeDrive(drive({goesAfter: 100_000}), image, () => {}), /went after 96 of 150 KB/);
    assert.equal(await writeDrive(drive({goesAfter: image.length}), image, () => {}), 'gone');
    assert.equal(await writeDrive(drive({goesAfter: image.length - 1}), image, () => {}), 'gone');
});

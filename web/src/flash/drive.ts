// The RP2040's boot ROM as a drive: a UF2 file that is written onto it goes into the flash (RP2040 data sheet, 2.8.4). Here
// through the File System Access API (https://wicg.github.io/file-system-access/).

const NAME = 'stackmate.uf2', PIECE = 32 * 1024;

interface Writable {
    write(bytes: BufferSource): Promise<void>;
    close(): Promise<void>;
}
/** What is used of the API's FileSystemDirectoryHandle. */
export interface Folder {
    getFileHandle(name: string, options?: {create: boolean}): Promise<{getFile(): Promise<{text(): Promise<string>}>; createWritable(): Promise<Writable>}>;
}
type Picker = (options: {id: string; mode: 'readwrite'}) => Promise<Folder>;

/** What is wrong with the folder or the writing; the message is for people. */
export class DriveError extends Error {}

const picker = (): Picker | undefined => (globalThis as unknown as {showDirectoryPicker?: Picker}).showDirectoryPicker;

export const canWriteDrive = (): boolean => picker() !== undefined;

/** Lets the person choose the drive. Throws the browser's AbortError when they choose none. */
export const chooseDrive = (): Promise<Folder> => picker()!({id: 'pico', mode: 'readwrite'});

const isNotFound = (error: unknown): boolean => error instanceof Error && error.name === 'NotFoundError';

/** Throws unless this is the drive of an RP2040; nothing is written. */
async function check(folder: Folder): Promise<void> {
    let text: string;
    try {
        text = await (await (await folder.getFileHandle('INFO_UF2.TXT')).getFile()).text();
    } catch (error) {
        throw isNotFound(error) ? new DriveError('This is not the Pico’s drive: it holds no INFO_UF2.TXT. The drive’s name is RPI-RP2.') : error;
    }
    const board = /^Board-ID:\s*(\S+)/mi.exec(text)?.[1] ?? 'nothing';
    if (board !== 'RPI-RP2') {
        throw new DriveError(`This is the drive of another board: it says ${board}, and an RP2040 says RPI-RP2.`);
    }
}

/**
 * Writes the image onto the drive. The boot ROM restarts the board as soon as it has every block, so the drive may go before
 * the file is closed. Gives whether that was so: then the last words of the browser are an error, and nobody knows whether the
 * image is complete before the board starts.
 */
export async function writeDrive(folder: Folder, image: Uint8Array<ArrayBuffer>, progress: (part: number) => void): Promise<'closed' | 'gone'> {
    await check(folder);
    const file = await (await folder.getFileHandle(NAME, {create: true})).createWritable();
    for (let at = 0; at < image.length; at += PIECE) {
        progress(at / image.length);
        const isLast = at + PIECE >= image.length;
        try {
            await file.write(image.subarray(at, at + PIECE));
        } catch (error) {
            if (isLast) {
                return 'gone';
            }
            throw new DriveError(`The drive went after ${at >> 10} of ${image.length >> 10} KB: ${(error as Error).message}`);
        }
    }
    progress(1);
    try {
        await file.close();
    } catch {
        return 'gone';
    }
    return 'closed';
}

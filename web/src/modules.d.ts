// Modules that the build provides, and the simulator's modules, which are plain JavaScript.

declare module 'facts' {
    const facts: import('./facts').Facts;
    export default facts;
}
declare module 'firmware-image' {
    const packed: Uint8Array<ArrayBuffer>;      // by gzip
    export default packed;
}
declare module 'opening-names' {
    const list: string;
    export default list;
}
declare module 'rules-module' {
    const bytes: Uint8Array<ArrayBuffer> | Promise<Uint8Array<ArrayBuffer>>;      // a worker is sent them
    export default bytes;
}
declare module 'worker-source' {
    const text: string;
    export default text;
}
declare module 'thinker-source' {
    const text: string;
    export default text;
}
declare module '*/simulation.mjs' {
    export class Simulation {
        constructor(options: {image: Uint8Array; seed?: number; bounceMs?: number; oneCore?: boolean});
        flash: {bytes: Uint8Array; operations: number; busy: boolean};
        board: {setSquare(square: number, on: boolean): void; setButton(button: number, down: boolean): void; colours: Uint8Array};
        chip: {sleptNanos: number; instructions: number; stopped: string} | null;
        onUartByte: (byte: number) => void;
        onFrame: (ms: number, colours: Uint8Array) => void;
        readonly ms: number;
        readonly powered: boolean;
        powerOn(): void;
        powerOff(): void;
        pressReset(): void;
        after(ms: number, action: () => void): void;
        send(bytes: Uint8Array): void;
        run(ms: number): string;
    }
}
declare module '*/image.mjs' {
    export function loadImage(image: Uint8Array): {at: number; bytes: Uint8Array}[];
}

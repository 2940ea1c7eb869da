// A board as the page talks with it, simulated or at a cable: lines go out, lines come in.

export interface Link {
    /** Sends a line; the line feed is added. Nothing happens while nobody is there. */
    send(line: string): void;
    readonly open: boolean;
    onLine: (line: string) => void;
    /** It began or ended to be there. */
    onOpen: (open: boolean) => void;
}

/** Cuts what comes into lines. */
export class Lines {
    private rest = '';

    constructor(private readonly onLine: (line: string) => void) {}

    take(text: string): void {
        const lines = (this.rest + text).split('\n');
        this.rest = lines.pop()!.slice(-10_000);
        lines.forEach((line) => this.onLine(line.replace(/\r$/, '')));
    }

    forget(): void { this.rest = ''; }
}

// A board as the page sees it, simulated or at a cable: lines go out, lines come in.

export interface Link {
    /** Sends a line; the line feed is added. Does nothing while no board is there. */
    send(line: string): void;
    readonly open: boolean;
    onLine: (line: string) => void;
    /** Called when the board comes or goes. */
    onOpen: (open: boolean) => void;
}

/** Splits the input into lines. */
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

// When the page is drawn: each part draws what it owns, in the order in which the parts have begun.

const drawers: (() => void)[] = [];
let drawing = 0;

/** `act` is called whenever the page is drawn; what has not changed should cost it little. */
export function onDraw(act: () => void): void { drawers.push(act); }

export function draw(): void { drawers.forEach((act) => act()); }

export function drawSoon(): void {
    drawing ||= requestAnimationFrame(() => {
        drawing = 0;
        draw();
    });
}

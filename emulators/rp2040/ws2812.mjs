// A chain of WS2812 at a pin: edges in, pictures out. Every time is checked against the data sheet.
//
// Worldsemi WS2812B data sheet: a zero is 400 ns high and 850 ns low, a one 800 and 450, each +-150; more than 50 us
// low end the picture. Newer revisions (WS2812B-V5) need 280 us.

export const LIMITS = {
    zeroHigh: [250, 550], zeroLow: [700, 1000],
    oneHigh: [650, 950], oneLow: [300, 600],
};
const BETWEEN = 600;            // ns high that separate a one from a zero
export const LATCH = 50_000;

export class Ws2812 {
    /** `onPicture(bytes, began, ended)`: what the LEDs show from now on, three bytes (green, red, blue) each. */
    constructor(clock, leds, onPicture) {
        this.clock = clock;
        this.leds = leds;
        this.onPicture = onPicture;
        this.bits = 0;
        this.bytes = new Uint8Array(3 * leds);
        this.rose = -1;
        this.fell = -1;
        this.one = false;
        this.began = 0;
        this.bitNanos = 0;              // period of a bit, known after a whole picture without violation
        this.latch = clock.createAlarm(() => this.latched());
        this.resetStatistics();
    }

    resetStatistics() {
        this.statistics = {
            pictures: 0, bits: 0, violations: 0, shortest_latch_ns: null, first_violation: null,
            zeroHigh: [null, null], zeroLow: [null, null], oneHigh: [null, null], oneLow: [null, null],
        };
    }

    note(kind, nanos) {
        const range = this.statistics[kind];
        range[0] = range[0] === null ? nanos : Math.min(range[0], nanos);
        range[1] = range[1] === null ? nanos : Math.max(range[1], nanos);
        const [least, most] = LIMITS[kind];
        if (nanos < least - 0.01 || nanos > most + 0.01) {
            this.violation(`${kind} lasts ${nanos.toFixed(1)} ns`);
        }
    }

    violation(text) {
        this.statistics.violations++;
        this.statistics.first_violation ??= `${text} at ${(this.clock.nanos / 1e6).toFixed(6)} ms`;
    }

    /** Whether a picture has begun and its last bit has not been sent. */
    get sending() { return this.bits > 0 && (this.bits < 24 * this.leds || this.rose >= 0 || this.clock.nanos < this.fell); }

    level(high) {
        const now = this.clock.nanos;
        if (high) {
            this.rises(now);
        } else if (this.rose >= 0) {
            this.falls(now);
        }
    }

    rises(now) {
        if (this.rose >= 0) {
            return;
        }
        if (this.bits > 0) {
            this.note(this.one ? 'oneLow' : 'zeroLow', now - this.fell);
        } else {
            this.began = now;
            this.violationsBefore = this.statistics.violations;
            if (this.fell >= 0) {
                const latch = now - this.fell;
                const {statistics} = this;
                statistics.shortest_latch_ns = Math.min(statistics.shortest_latch_ns ?? Infinity, latch);
            }
        }
        this.rose = now;
        this.latch.cancel();
    }

    falls(now) {
        const high = now - this.rose;
        this.one = high > BETWEEN;
        this.note(this.one ? 'oneHigh' : 'zeroHigh', high);
        if (this.bits < 24 * this.leds) {
            const byte = this.bits >> 3;
            this.bytes[byte] = this.bytes[byte] << 1 | (this.one ? 1 : 0);
        }
        this.bits++;
        this.statistics.bits++;
        this.lastRose = this.rose;
        this.rose = -1;
        this.fell = now;
        this.latch.schedule(LATCH);
    }

    /** Twenty-four bits at once, which take `nanos`; their edges are not checked. */
    word(word, nanos) {
        const now = this.clock.nanos;
        if (this.bits === 0) {
            this.began = now;
        }
        if (this.bits < 24 * this.leds) {
            const at = this.bits >> 3;
            this.bytes[at] = word >>> 24;
            this.bytes[at + 1] = word >>> 16;
            this.bytes[at + 2] = word >>> 8;
        }
        this.bits += 24;
        this.fell = now + nanos;
        this.latch.schedule(nanos + LATCH);
    }

    latched() {
        if (this.bits !== 24 * this.leds) {
            this.violation(`a picture of ${this.bits} bits instead of ${24 * this.leds}`);
        } else {
            this.statistics.pictures++;
            if (this.statistics.violations === this.violationsBefore && this.bitNanos === 0) {
                this.bitNanos = (this.lastRose - this.began) / (this.bits - 1);
            }
            this.onPicture(this.bytes.slice(), this.began, this.fell);
        }
        this.bits = 0;
    }
}

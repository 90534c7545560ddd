import type { Interval } from './types.ts';

/**
 * A set of instants, kept as sorted disjoint half-open spans inside one window. Adding in roughly rising order is linear;
 * what comes out of order is set aside and merged once, on first reading.
 */
export class Spans {
  #window: Interval;
  /** from0, until0, from1, until1 …, in the first #size places */
  #edges = new Float64Array(64);
  #size = 0;
  #late: Interval[] = [];

  constructor(window: Interval) {
    this.#window = window;
  }

  /** Forgets all, keeping the room: for asking many hosts in a row. */
  reset(window: Interval): void {
    this.#window = window;
    this.#size = 0;
    this.#late = [];
  }

  /** Adds [fromMs, untilMs); what lies outside the window is ignored. */
  add(fromMs: number, untilMs: number): void {
    if (fromMs >= untilMs || untilMs <= this.#window.startMs || fromMs >= this.#window.endMs) return;
    if (this.#size > 0 && untilMs < this.#edge(this.#size - 2)) this.#late.push({ startMs: fromMs, endMs: untilMs });
    else this.#append(fromMs, untilMs);
  }

  /** The spans as flat edges: from0, until0, from1, until1 … */
  edges(): Float64Array {
    if (this.#late.length > 0) this.#settle();
    return this.#edges.subarray(0, this.#size);
  }

  has(ms: number): boolean {
    const edges = this.edges();
    let low = 0;
    let high = edges.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((edges[middle] ?? 0) <= ms) low = middle + 1;
      else high = middle;
    }
    return low % 2 === 1;
  }

  #edge(at: number): number {
    return this.#edges[at] ?? 0;
  }

  /** Appends a span that does not end before the last one begins, swallowing those it touches. */
  #append(fromMs: number, untilMs: number): void {
    let from = fromMs;
    let until = untilMs;
    while (this.#size > 0 && this.#edge(this.#size - 1) >= from) {
      until = Math.max(until, this.#edge(this.#size - 1));
      from = Math.min(from, this.#edge(this.#size - 2));
      this.#size -= 2;
    }
    if (this.#size === this.#edges.length) {
      const grown = new Float64Array(this.#size * 2);
      grown.set(this.#edges);
      this.#edges = grown;
    }
    this.#edges[this.#size] = from;
    this.#edges[this.#size + 1] = until;
    this.#size += 2;
  }

  #settle(): void {
    const spans = this.#late;
    for (let at = 0; at < this.#size; at += 2) spans.push({ startMs: this.#edge(at), endMs: this.#edge(at + 1) });
    spans.sort((one, other) => one.startMs - other.startMs);
    this.#late = [];
    this.#size = 0;
    for (const { startMs, endMs } of spans) this.#append(startMs, endMs);
  }
}

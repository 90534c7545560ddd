import type { Interval } from './types.ts';

/**
 * A set of instants, kept as sorted disjoint half-open spans inside one window. Adding in roughly rising order is linear;
 * what comes out of order is set aside and merged once, on first reading.
 */
export class Spans {
  readonly #window: Interval;
  /** from0, until0, from1, until1 … */
  #edges: number[] = [];
  #late: Interval[] = [];

  constructor(window: Interval) {
    this.#window = window;
  }

  /** Adds [fromMs, untilMs); what lies outside the window is ignored. */
  add(fromMs: number, untilMs: number): void {
    if (fromMs >= untilMs || untilMs <= this.#window.startMs || fromMs >= this.#window.endMs) return;
    const edges = this.#edges;
    if (edges.length > 0 && untilMs < (edges[edges.length - 2] ?? 0))
      this.#late.push({ startMs: fromMs, endMs: untilMs });
    else append(edges, fromMs, untilMs);
  }

  /** The spans as flat edges: from0, until0, from1, until1 … */
  edges(): readonly number[] {
    if (this.#late.length > 0) this.#settle();
    return this.#edges;
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

  #settle(): void {
    const spans = this.#late;
    for (let at = 0; at < this.#edges.length; at += 2) {
      spans.push({ startMs: this.#edges[at] ?? 0, endMs: this.#edges[at + 1] ?? 0 });
    }
    spans.sort((one, other) => one.startMs - other.startMs);
    this.#late = [];
    this.#edges = [];
    for (const { startMs, endMs } of spans) append(this.#edges, startMs, endMs);
  }
}

/** Appends a span that does not end before the last one begins, swallowing those it touches. */
function append(edges: number[], fromMs: number, untilMs: number): void {
  let from = fromMs;
  let until = untilMs;
  while (edges.length > 0 && (edges[edges.length - 1] ?? 0) >= from) {
    until = Math.max(until, edges.pop() ?? until);
    from = Math.min(from, edges.pop() ?? from);
  }
  edges.push(from, until);
}

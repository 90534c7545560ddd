import type { Interval } from './types.ts';

/**
 * A set of instants, as sorted disjoint half-open spans inside one window. Adding in roughly ascending order is linear;
 * out-of-order spans are collected and merged once, at the first read.
 */
export class Spans {
  #window: Interval;
  /** from0, until0, from1, until1 …, in the first #size elements */
  #edges = new Float64Array(64);
  #size = 0;
  #outOfOrder: Interval[] = [];

  constructor(window: Interval) {
    this.#window = window;
  }

  /** Empties the set but keeps its memory, for the next host. */
  reset(window: Interval): void {
    this.#window = window;
    this.#size = 0;
    this.#outOfOrder = [];
  }

  /** Adds [fromMs, untilMs); ignores what is outside the window. */
  add(fromMs: number, untilMs: number): void {
    if (fromMs >= untilMs || untilMs <= this.#window.startMs || fromMs >= this.#window.endMs) return;
    const size = this.#size;
    if (size === 0 || fromMs > (this.#edges[size - 1] ?? 0)) this.#push(fromMs, untilMs);
    else if (untilMs < (this.#edges[size - 2] ?? 0)) this.#outOfOrder.push({ startMs: fromMs, endMs: untilMs });
    else this.#join(fromMs, untilMs);
  }

  /** The spans as flat edges: from0, until0, from1, until1 … */
  edges(): Float64Array {
    if (this.#outOfOrder.length > 0) this.#mergeOutOfOrder();
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

  #push(fromMs: number, untilMs: number): void {
    if (this.#size === this.#edges.length) {
      const grown = new Float64Array(this.#size * 2);
      grown.set(this.#edges);
      this.#edges = grown;
    }
    this.#edges[this.#size] = fromMs;
    this.#edges[this.#size + 1] = untilMs;
    this.#size += 2;
  }

  /** Replaces the last spans that the new one touches by one that covers them all. */
  #join(fromMs: number, untilMs: number): void {
    let from = fromMs;
    let until = untilMs;
    while (this.#size > 0 && (this.#edges[this.#size - 1] ?? 0) >= from) {
      until = Math.max(until, this.#edges[this.#size - 1] ?? until);
      from = Math.min(from, this.#edges[this.#size - 2] ?? from);
      this.#size -= 2;
    }
    this.#push(from, until);
  }

  #mergeOutOfOrder(): void {
    const spans = this.#outOfOrder;
    for (let at = 0; at < this.#size; at += 2) {
      spans.push({ startMs: this.#edges[at] ?? 0, endMs: this.#edges[at + 1] ?? 0 });
    }
    spans.sort((one, other) => one.startMs - other.startMs);
    this.#outOfOrder = [];
    this.#size = 0;
    for (const { startMs, endMs } of spans) this.#join(startMs, endMs);
  }
}

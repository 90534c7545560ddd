import { randomBytes } from 'node:crypto';
import type { Answer } from '../http.ts';
import type { Wire, Wires } from './wire.ts';

/** What was done under an idempotency key. */
export interface Done {
  /** Method, path and parameters. */
  readonly request: string;
  readonly answer: Answer;
}

interface Saved {
  readonly offsetMs: number;
  readonly objects: readonly Wire[];
}

/** All that the stand-in knows, and its clock. */
export class State {
  readonly done = new Map<string, Done>();
  readonly #objects = new Map<string, Wire>();
  readonly #realNow: () => number;
  #offsetMs = 0;
  #heldMs: number | null = null;
  #numbers = 0;
  onChange: () => void = () => {};

  constructor(realNow: () => number) {
    this.#realNow = realNow;
  }

  now(): number {
    return this.#heldMs ?? this.#realNow() + this.#offsetMs;
  }

  /** The real clock, which signatures have. */
  realNow(): number {
    return this.#realNow();
  }

  seconds(): number {
    return Math.floor(this.now() / 1_000);
  }

  /** Stands still at an instant, so that what is due then happens then. */
  hold(ms: number): void {
    this.#heldMs = ms;
  }

  /** The clock runs again. */
  release(): void {
    this.#heldMs = null;
  }

  skip(ms: number): void {
    this.#offsetMs += ms;
    this.onChange();
  }

  newId(prefix: string): string {
    return `${prefix}_${randomBytes(12).toString('hex')}`;
  }

  /** Of invoices: 0001, 0002 … */
  nextNumber(): string {
    this.#numbers += 1;
    return `LOCAL-${String(this.#numbers).padStart(4, '0')}`;
  }

  /** Adds an object, or puts its new form in place of the old one. */
  put<T extends Wire>(object: T): T {
    this.#objects.set(object.id, object);
    this.onChange();
    return object;
  }

  get<K extends keyof Wires>(object: K, id: string): Wires[K] | undefined {
    const found = this.#objects.get(id);
    return found?.object === object ? (found as Wires[K]) : undefined;
  }

  find(id: string): Wire | undefined {
    return this.#objects.get(id);
  }

  /** The newest first. */
  all<K extends keyof Wires>(object: K): Wires[K][] {
    return [...this.#objects.values()].filter((one): one is Wires[K] => one.object === object).reverse();
  }

  saved(): Saved {
    return { offsetMs: this.#offsetMs, objects: [...this.#objects.values()] };
  }

  restore({ offsetMs, objects }: Saved): void {
    this.#offsetMs = offsetMs;
    for (const one of objects) this.#objects.set(one.id, one);
    this.#numbers = this.all('invoice').length;
  }
}

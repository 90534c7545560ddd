import { Wire } from './wire.ts';

/** An answer already checked and written as JSON; REST sends this text. A cached answer takes little more than its bytes. */
export class Rendered<T> {
  readonly wire: Wire;
  #value: WeakRef<object> | undefined;

  constructor(value: T) {
    this.wire = new Wire(JSON.stringify(value));
  }

  /** Parsed from the text, and again only if the memory was needed for something else. Frozen: all callers share it. */
  get value(): T {
    const kept = this.#value?.deref();
    if (kept) return kept as T;
    const value = JSON.parse(this.wire.text) as T;
    freeze(value);
    if (typeof value === 'object' && value !== null) this.#value = new WeakRef(value);
    return value;
  }
}

function freeze(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const part of Object.values(value)) freeze(part);
  Object.freeze(value);
}

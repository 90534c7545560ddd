/** An answer whose JSON is made and checked already; REST sends the bytes as they are. Kept answers weigh their bytes only. */
export class Rendered<T> {
  readonly bytes: Buffer;

  constructor(value: T) {
    this.bytes = Buffer.from(JSON.stringify(value));
  }

  /** Read from the bytes, anew each time. */
  get value(): T {
    return JSON.parse(this.bytes.toString()) as T;
  }
}

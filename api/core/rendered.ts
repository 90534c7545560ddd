/** An answer already checked and written as JSON; REST sends these bytes. A cached answer takes only its bytes. */
export class Rendered<T> {
  readonly bytes: Buffer;

  constructor(value: T) {
    this.bytes = Buffer.from(JSON.stringify(value));
  }

  /** Parsed again at each access. */
  get value(): T {
    return JSON.parse(this.bytes.toString()) as T;
  }
}

import type { ServerResponse } from 'node:http';

/**
 * A text that is sent many times. It is kept as one character for each byte of its UTF-8: Node writes such a string together with
 * the headers in one piece, which takes a third less time than a buffer beside them.
 */
export class Wire {
  readonly #latin1: string;

  constructor(text: string) {
    this.#latin1 = Buffer.from(text).toString('latin1');
  }

  get byteLength(): number {
    return this.#latin1.length;
  }

  get text(): string {
    return Buffer.from(this.#latin1, 'latin1').toString();
  }

  /** Sends it as the whole body; Content-Length is already set. */
  end(response: ServerResponse): void {
    response.end(this.#latin1, 'latin1');
  }
}

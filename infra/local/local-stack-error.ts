/** Something the person at the terminal can repair. Shown as text, without a stack. */
export class LocalStackError extends Error {
  override readonly name = 'LocalStackError';
  /** What to do about it, or what was seen; may have several lines. */
  readonly advice: string;

  constructor(message: string, advice: string) {
    super(message);
    this.advice = advice;
  }
}

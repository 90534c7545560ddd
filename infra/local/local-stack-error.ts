/** An error that the user can fix. Shown as text, without a stack. */
export class LocalStackError extends Error {
  override readonly name = 'LocalStackError';
  /** What to do, or details; may have several lines. */
  readonly advice: string;

  constructor(message: string, advice: string) {
    super(message);
    this.advice = advice;
  }
}

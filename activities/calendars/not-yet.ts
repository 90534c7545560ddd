/**
 * An activity's work is not due yet: Temporal runs it again after this time. Only the last attempt of an activity is in the history, so
 * one can wait and look for as long as it likes.
 */
export class NotYet extends Error {
  override readonly name = 'NotYet';
  readonly waitMs: number;

  /** @param words shown with the waiting activity, in Temporal: ids and instants alone */
  constructor(waitMs: number, words: string) {
    super(words);
    this.waitMs = waitMs;
  }
}

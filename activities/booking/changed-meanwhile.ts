/** The mails of a change wait, and a later one came: the flow reads it first, then calls again. No fault. */
export class ChangedMeanwhile extends Error {
  override readonly name = 'ChangedMeanwhile';

  constructor() {
    super('mails wait, and the booking changed meanwhile');
  }
}

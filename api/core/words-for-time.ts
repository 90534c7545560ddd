const TIME = /^\s*\d{4}-\d{2}-\d{2}/;
const SLOT = 'Take startUtc of one of them as startAt.';

/**
 * What is said of `when` where only the start of a slot is taken: which tool reads words for a time. undefined: it is no such word, or a
 * time that startAt takes.
 */
export function wordsForTime(shape: object, given: string, value: unknown): string | undefined {
  if (given.toLowerCase() !== 'when' || !('startAt' in shape) || TIME.test(String(value))) return undefined;
  if ('eventSlug' in shape) return `is unknown here, get_availability takes it and lists open slots. ${SLOT}`;
  const ids = ['eventTypeId', 'bookingId'].filter((id) => id in shape);
  return ids.length > 0
    ? `is unknown here, propose_slots takes it, with ${ids.join(' or ')}, and lists open slots. ${SLOT}`
    : undefined;
}

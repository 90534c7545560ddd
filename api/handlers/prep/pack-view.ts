import { meetingState, withWayIn } from '../../../domain/prep/way-in.ts';
import type { HostPrepPack } from '../../../schemas/shapes/prep-pack.ts';
import type { HostMeeting } from '../../../store/meetings/host-meetings.ts';
import type { PackRow } from '../../../store/prep/prep-packs.ts';

/** A pack without content: none is made, or none yet. */
const empty = (bookingId: string): Omit<HostPrepPack, 'status' | 'generatedAt'> => ({
  bookingId,
  markdown: '',
  guest: { name: '', email: '' },
  company: { domain: '', oneLiner: '' },
  whyMeeting: { eventType: '', bookingAnswers: [] },
  locks: { brandSpeakFrom: [], doNotSay: [] },
  questions: [],
  closer: '',
  provenance: [],
  modelMeta: { promptVersion: '', generator: 'deterministic' },
  sourceFingerprint: '',
});

/** When a look-up is tried again by itself, as answers have it. */
export const retryOf = (row: { readonly retryAt: Date | null } | undefined): { readonly retryAt?: string } =>
  row?.retryAt ? { retryAt: row.retryAt.toISOString() } : {};

/** Host prep pack (spec). While a new one is made, the one before is shown. Its text has the way to join as it is now, or that nobody joins any more. */
export function toPackAnswer(
  { meeting, bookedAt }: Pick<HostMeeting, 'meeting' | 'bookedAt'>,
  row: PackRow | undefined,
  now: number,
): HostPrepPack {
  const pack = row?.pack ?? empty(meeting.bookingId);
  const state = meetingState(meeting, now);
  return {
    ...pack,
    ...(state && { meeting: state }),
    markdown: withWayIn(pack.markdown, meeting, now),
    status: row?.status ?? 'none',
    ...retryOf(row),
    generatedAt: (row?.generatedAt ?? bookedAt).toISOString(),
  };
}

import type { HostPrepPack } from '../../../schemas/shapes/prep.ts';
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

/** Host prep pack (spec). While a new one is made, the one before is shown. @param bookedAt when the booking was made */
export const toPackAnswer = (bookingId: string, row: PackRow | undefined, bookedAt: Date): HostPrepPack => ({
  ...(row?.pack ?? empty(bookingId)),
  status: row?.status ?? 'none',
  generatedAt: (row?.generatedAt ?? bookedAt).toISOString(),
});

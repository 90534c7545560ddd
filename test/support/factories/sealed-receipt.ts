import type { Receipt } from '../../../api/pages/booking/booking-state.ts';
import { seal } from '../../../api/pages/shell/sealed-state.ts';
import type { Stack } from '../stack/stack.ts';

/** The `r` parameter of a confirmation page, as after a right code. The meeting need not exist. */
export function sealedReceipt({ secrets }: Stack, eventPath: string, bookingId: string): string {
  const now = Date.now();
  const receipt: Receipt = {
    bookingId,
    proved: true,
    madeAtMs: now,
    event: { name: 'Intro', hostName: 'Ada', durationMinutes: 30, locationType: 'google_meet' },
    startUtc: new Date(now).toISOString(),
    timezone: 'UTC',
    email: 'grace@guest.test',
    outcome: 'booked',
    joinUrl: null,
  };
  return seal(secrets.page, `event${eventPath}/receipt`, receipt, now);
}

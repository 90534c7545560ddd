import type { prep } from '../../../schemas/operations/prep.ts';
import { type NoPackReason, readNoPackReason, readPack } from '../../../store/prep/prep-packs.ts';
import type { Handler } from '../../core/handler.ts';
import { toPackAnswer } from './pack-view.ts';
import { waitForPack } from './wait-for-pack.ts';

/** For the agent or person who reads it: what to do. */
const NO_PACK: Readonly<Record<NoPackReason, string>> = {
  not_confirmed: 'The meeting waits for approval (approve_booking); its pack is made then.',
  over: 'The meeting is over or canceled, and no pack was made before.',
  event_type_off:
    'Its event type makes no packs (prep is off; update_event_type turns it on for new bookings). refresh_prep_pack makes one for this meeting, from its answers alone.',
  on_its_way: 'It was booked just now, and its pack is on its way. Call again with waitSeconds 25.',
  before_packs: 'It was booked while no packs were made. refresh_prep_pack makes one.',
};

export const getPrepPack: Handler<typeof prep.getPrepPack> = async (context, input) => {
  const { bookingId } = input;
  const read = () => readPack(context.sql, bookingId);
  const { row, ...found } = await waitForPack(context, input, read, (found) => found?.status ?? 'none');
  const answer = toPackAnswer(found, row, context.now);
  if (row) return answer;
  const reason = await readNoPackReason(context.sql, bookingId);
  return { ...answer, why: { reason, message: NO_PACK[reason] } };
};

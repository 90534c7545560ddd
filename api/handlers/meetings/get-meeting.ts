import type { Actor } from '../../../domain/access/actor.ts';
import { clientNetwork } from '../../../domain/client-networks.ts';
import type { meetings } from '../../../schemas/operations/meetings.ts';
import { BOOKING_CHANNEL, readVersion } from '../../../store/meetings/host-meetings.ts';
import type { Handler } from '../../core/handler.ts';
import { type HostContext, requireMeeting } from './host-meeting.ts';
import { toDetail } from './meeting-detail.ts';

/** With `since` and `waitSeconds` it waits until the meeting changes, or the time is over. */
export const getMeeting: Handler<typeof meetings.getMeeting> = async (context, input) => {
  const { bookingId, since, waitSeconds, timeZone } = input;
  const found = await requireMeeting(context, bookingId);
  if (since !== found.version || waitSeconds === 0) return toDetail(context, found, timeZone);
  await untilChanged(context, bookingId, since, waitSeconds);
  // The caller may have lost the key or the role while waiting: check again.
  const actor = (await context.reauthenticate()) as Actor;
  return toDetail(context, await requireMeeting({ ...context, actor }, bookingId), timeZone);
};

const untilChanged = ({ sql, waits, caller }: HostContext, bookingId: string, since: number, seconds: number) =>
  waits.until({
    channel: BOOKING_CHANNEL,
    rowId: bookingId,
    holder: `booking ${bookingId} ${caller.requestId}`,
    client: clientNetwork(caller.ip),
    seconds,
    read: () => readVersion(sql, bookingId),
    isSettled: (version) => version !== since,
    gone: caller.gone,
  });

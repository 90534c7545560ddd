import { sourceFingerprint } from '../../../domain/prep/source-fingerprint.ts';
import { AppError } from '../../../schemas/errors.ts';
import type { prep } from '../../../schemas/operations/prep.ts';
import type { Queryable } from '../../../store/database.ts';
import { readPackInput } from '../../../store/prep/pack-inputs.ts';
import { readPack } from '../../../store/prep/prep-packs.ts';
import { refreshPack } from '../../../store/prep/refresh-pack.ts';
import { flowId } from '../../../workflows/catalogue.ts';
import type { Handler } from '../../core/handler.ts';
import { requireMeetingToChange } from '../meetings/host-meeting.ts';
import { retryOf } from './pack-view.ts';

export const refreshPrepPack: Handler<typeof prep.refreshPrepPack> = async (context, { bookingId }) => {
  const { sql, flowClient, now } = context;
  const { booking } = await requireMeetingToChange(context, bookingId);
  const { workspaceId, revision, status, endMs } = booking;
  context.nameFlow(flowId('prepPack', bookingId));
  if (status === 'pending_confirmation') {
    throw new AppError(
      'resource.conflict',
      'This meeting waits for approval, so nothing is looked up for it yet. Approve it (approve_booking): its pack is made then.',
      { reason: 'not_confirmed' },
    );
  }
  const isOver = status === 'canceled' || status === 'completed' || status === 'no_show' || endMs <= now;
  const changed = await hasChanged(sql, bookingId);
  const refreshed = isOver ? null : await refreshPack(sql, { bookingId, workspaceId, revision });
  if (!refreshed) {
    throw new AppError(
      'resource.conflict',
      'This meeting is over or canceled: its pack stays as it is (get_prep_pack).',
      {
        reason: 'booking_over',
      },
    );
  }
  flowClient.signal('prepPack', { id: bookingId, workspaceId }, 'changed');
  const { looksUpAgain } = refreshed;
  return { bookingId, changed, looksUpAgain, ...retryOf(refreshed), message: messageOf(changed, looksUpAgain) };
};

/** Whether a pack that was made now, without a look-up, would be made from something else. */
async function hasChanged(sql: Queryable, bookingId: string): Promise<boolean> {
  const [row, input] = await Promise.all([readPack(sql, bookingId), readPackInput(sql, bookingId)]);
  return !row?.pack || !input || row.pack.sourceFingerprint !== sourceFingerprint(input);
}

function messageOf(changed: boolean, looksUpAgain: boolean): string {
  const pack = changed
    ? 'The pack is made anew: what it is made from has changed, or there was none.'
    : 'The pack is made anew; nothing has changed that it is made from.';
  const company = looksUpAgain
    ? 'The company is looked up again, as far as credits are left.'
    : 'The company is not looked up again (get_enrichment says what is known).';
  return `${pack} ${company} Call get_prep_pack with waitSeconds 25.`;
}

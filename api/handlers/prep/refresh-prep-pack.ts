import { hasEnded } from '../../../domain/booking/booking-states.ts';
import { sourceFingerprint } from '../../../domain/prep/make-pack.ts';
import { AppError } from '../../../schemas/errors.ts';
import type { prep } from '../../../schemas/operations/prep.ts';
import type { EmailClass } from '../../../schemas/shapes/prep.ts';
import type { Queryable } from '../../../store/database.ts';
import { readPackInput } from '../../../store/prep/pack-inputs.ts';
import { readPack } from '../../../store/prep/prep-packs.ts';
import { type LookUpForecast, refreshPack } from '../../../store/prep/refresh-pack.ts';
import { flowId } from '../../../workflows/catalogue.ts';
import type { Handler } from '../../core/handler.ts';
import { requireMeetingToChange } from '../meetings/host-meeting.ts';
import { lookUpSettingOf } from './look-up-setting.ts';
import { retryOf } from './pack-view.ts';
import { whyNotNow } from './why-skipped.ts';

export const refreshPrepPack: Handler<typeof prep.refreshPrepPack> = async (context, { bookingId }) => {
  const { sql, flowClient, now } = context;
  const { booking } = await requireMeetingToChange(context, bookingId);
  const { workspaceId, revision, status } = booking;
  context.nameFlow(flowId('prepPack', bookingId));
  if (status === 'pending_confirmation') {
    throw new AppError(
      'resource.conflict',
      'This meeting waits for approval, so nothing is looked up for it yet. Approve it (approve_booking): its pack is made then.',
      { reason: 'not_confirmed' },
    );
  }
  const changed = await hasChanged(sql, bookingId);
  const setting = await lookUpSettingOf(context, sql, bookingId);
  const refreshed = hasEnded(booking, now)
    ? null
    : await refreshPack(sql, { bookingId, workspaceId, revision, ...setting });
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
  const { forecast } = refreshed;
  const looksUpAgain = forecast === 'look up' || forecast === 'look up for nothing';
  return {
    bookingId,
    changed,
    looksUpAgain,
    ...retryOf(refreshed),
    message: messageOf(changed, forecast, setting.emailClass),
  };
};

/** Whether a pack that was made now, without a look-up, would be made from something else. */
async function hasChanged(sql: Queryable, bookingId: string): Promise<boolean> {
  const [row, input] = await Promise.all([readPack(sql, bookingId), readPackInput(sql, bookingId)]);
  return !row?.pack || !input || row.pack.sourceFingerprint !== sourceFingerprint(input);
}

function messageOf(changed: boolean, forecast: LookUpForecast, emailClass: EmailClass): string {
  const pack = changed
    ? 'The pack is made anew: what it is made from has changed, or there was none.'
    : 'The pack is made anew; nothing has changed that it is made from.';
  return `${pack} ${companyWords(forecast, emailClass)} Call get_prep_pack with waitSeconds 25.`;
}

function companyWords(forecast: LookUpForecast, emailClass: EmailClass): string {
  if (typeof forecast === 'object') return `The company is not looked up. ${whyNotNow(forecast.off)}`;
  switch (forecast) {
    case 'look up':
      return 'The company is looked up again, for one credit if something is found.';
    case 'look up for nothing':
      return 'The company is looked up again, for nothing.';
    case 'no credits':
      return `The company is not looked up. ${whyNotNow('no_credits')}`;
    case 'no company':
      return `The company is not looked up. ${whyNotNow(emailClass === 'non_public' ? 'non_public_domain' : 'personal_email')}`;
    case 'paid for':
      return 'The company is not looked up again: the workspace has fresh facts about it, and they cost nothing more.';
    default:
      return 'The company is not looked up again (get_enrichment says what is known).';
  }
}

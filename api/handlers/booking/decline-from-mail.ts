import type { decisions } from '../../../schemas/operations/booking/decisions.ts';
import type { Handler } from '../../core/handler.ts';
import { decide } from './decisions.ts';

export const declineFromMail: Handler<typeof decisions.declineFromMail> = async (
  context,
  { token, startAt, reason },
) => {
  const word = { decision: 'decline', reason: reason ?? null, startMs: Date.parse(startAt) } as const;
  const { id } = await decide(context, token, word);
  return { booking: { id } };
};

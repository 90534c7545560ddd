import type { decisions } from '../../../schemas/operations/booking/decisions.ts';
import type { Handler } from '../../core/handler.ts';
import { decide } from './decisions.ts';

export const approveFromMail: Handler<typeof decisions.approveFromMail> = async (context, { token, startAt }) => {
  const { id } = await decide(context, token, { decision: 'approve', reason: null, startMs: Date.parse(startAt) });
  return { booking: { id } };
};

import type { prep } from '../../../schemas/operations/prep.ts';
import { readPack } from '../../../store/prep/prep-packs.ts';
import type { Handler } from '../../core/handler.ts';
import { toPackAnswer } from './pack-view.ts';
import { waitForPack } from './wait-for-pack.ts';

export const getPrepPack: Handler<typeof prep.getPrepPack> = async (context, input) => {
  const { bookingId } = input;
  const read = () => readPack(context.sql, bookingId);
  const { row, ...found } = await waitForPack(context, input, read, (found) => found?.status ?? 'none');
  return toPackAnswer(found, row, context.now);
};

import { z } from 'zod';

/** The times of an event type. What a workspace sets as its defaults has the same bounds. */
export const BookingTimes = {
  durationMinutes: z.int().min(5).max(720),
  maxFutureDays: z.int().min(1).max(730),
  minimumNoticeMinutes: z.int().min(0).max(525_600),
  slotIntervalMinutes: z.int().min(5).max(720).nullable(),
  bufferBeforeMinutes: z.int().min(0).max(720),
  bufferAfterMinutes: z.int().min(0).max(720),
};

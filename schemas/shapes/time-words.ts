import { z } from 'zod';

/** A time in words, of operations that list open times. `readWords` of api/core/when.ts reads it. Never the start of a booking. */
export const TimeWords = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .describe(
    'Instead of from and to: a day or period in English words, such as "next Tuesday at 14:00" or "mornings in two weeks". Check `understood` in the answer.',
  );

export const UnderstoodTime = z
  .string()
  .describe('How `when` was read: "Tue, 1 Dec 2026, 14:00 to 15:00 (Europe/Berlin)".');

/** The times that a new event type has where nothing is said about them. */
export interface BookingDefaults {
  readonly durationMinutes: number;
  readonly maxFutureDays: number;
  readonly minimumNoticeMinutes: number;
  /** null: as long as the meeting. */
  readonly slotIntervalMinutes: number | null;
  readonly bufferBeforeMinutes: number;
  readonly bufferAfterMinutes: number;
}

/** Those that are given; the others are as elsewhere. */
export type SomeBookingTimes = { readonly [Key in keyof BookingDefaults]?: BookingDefaults[Key] | undefined };

/** Of a workspace that chose none, and of imports. */
export const USUAL_TIMES: BookingDefaults = {
  durationMinutes: 30,
  maxFutureDays: 60,
  minimumNoticeMinutes: 120,
  slotIntervalMinutes: null,
  bufferBeforeMinutes: 0,
  bufferAfterMinutes: 0,
};

/** The given times, beside them those of `otherwise`. What else is in `given` is left out. */
export function withTimes(otherwise: BookingDefaults, given: SomeBookingTimes): BookingDefaults {
  const { slotIntervalMinutes: interval } = given;
  return {
    durationMinutes: given.durationMinutes ?? otherwise.durationMinutes,
    maxFutureDays: given.maxFutureDays ?? otherwise.maxFutureDays,
    minimumNoticeMinutes: given.minimumNoticeMinutes ?? otherwise.minimumNoticeMinutes,
    slotIntervalMinutes: interval === undefined ? otherwise.slotIntervalMinutes : interval,
    bufferBeforeMinutes: given.bufferBeforeMinutes ?? otherwise.bufferBeforeMinutes,
    bufferAfterMinutes: given.bufferAfterMinutes ?? otherwise.bufferAfterMinutes,
  };
}

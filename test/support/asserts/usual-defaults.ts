/** The defaults that a workspace returns if it chose none. */
export const usualDefaults = {
  timezone: 'UTC',
  weekStartsOn: null,
  language: null,
  bookingDefaults: {
    ...{ durationMinutes: 30, maxFutureDays: 60, minimumNoticeMinutes: 120 },
    ...{ slotIntervalMinutes: null, bufferBeforeMinutes: 0, bufferAfterMinutes: 0 },
  },
};

import type { BookingFlows } from './booking-flows.ts';

export interface LazyBookingFlows extends BookingFlows {
  /** Loads and connects, once. */
  load(): Promise<void>;
}

/**
 * Flows whose client is loaded by the first call that needs it, or by `load`: the libraries of Temporal's client take as long to load as
 * all else that a process needs to answer reads.
 */
export const lazyBookingFlows = (make: () => Promise<BookingFlows>): LazyBookingFlows => {
  let made: Promise<BookingFlows> | undefined;
  const flows = (): Promise<BookingFlows> => {
    made ??= make();
    return made;
  };
  return {
    load: async () => void (await flows()),
    requestCode: async (...asked) => (await flows()).requestCode(...asked),
    carryOut: async (...asked) => (await flows()).carryOut(...asked),
    isUp: async () => (await flows()).isUp(),
  };
};

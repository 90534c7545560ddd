import type { BookingFlows } from './booking-flows.ts';

export interface LazyBookingFlows extends BookingFlows {
  /** Loads and connects, once. */
  load(): Promise<void>;
}

/**
 * Flows whose client is loaded by the first call, or by `load`. The libraries of Temporal's client take as long to load as everything
 * that a process needs to answer reads.
 */
export const lazyBookingFlows = (make: () => Promise<BookingFlows>): LazyBookingFlows => {
  let made: Promise<BookingFlows> | undefined;
  const flows = (): Promise<BookingFlows> => {
    made ??= make();
    return made;
  };
  return {
    load: async () => void (await flows()),
    requestCode: async (...parameters) => (await flows()).requestCode(...parameters),
    carryOut: async (...parameters) => (await flows()).carryOut(...parameters),
    isUp: async () => (await flows()).isUp(),
  };
};

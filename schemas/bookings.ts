import { defineArea } from './operation.ts';

/** Bookings made and changed by the holder of a key (spec, Bookings made by the key owner or agent). */
export const bookings = defineArea({});

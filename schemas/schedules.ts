import { defineArea } from './operation.ts';

/** When hosts may be booked: weekly hours, date overrides, time off, and why a time is or is not offered (contract, Availability). */
export const schedules = defineArea({});

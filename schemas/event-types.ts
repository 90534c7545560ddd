import { defineArea } from './operation.ts';

/** Event types: what can be booked, with whom and by which rules (contract, Event type settings). */
export const eventTypes = defineArea({});

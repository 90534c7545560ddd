import { defineArea } from './operation.ts';

/** Teams: people who share event types, one at a time or all together. */
export const teams = defineArea({});

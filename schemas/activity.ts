import { defineArea } from './operation.ts';

/** Who did what, and mails of test keys. */
export const activity = defineArea({});

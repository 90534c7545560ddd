import { defineArea } from './operation.ts';

/** Links that stand for a calendar or event and can be revoked. */
export const shortLinks = defineArea({});

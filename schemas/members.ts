import { defineArea } from './operation.ts';

/** The people of a workspace: invitations, roles, leaving. */
export const members = defineArea({});

import { z } from 'zod';
import { keyedWriteErrors } from '../../errors.ts';
import { defineArea } from '../../operation.ts';
import { line } from '../../shapes/fields.ts';
import { WorkspaceSummary } from '../../shapes/workspaces.ts';

const ownersBrowser = {
  surface: 'host',
  auth: { scope: 'workspace.act', roles: ['owner'], sessionOnly: true },
  flow: true,
  rateClass: 'keyed',
  errors: keyedWriteErrors,
} as const;

const Deleted = z.object({
  workspace: WorkspaceSummary.extend({
    eraseAt: z.iso
      .datetime()
      .nullable()
      .describe('When its data is erased for good; until then an owner can restore it. null: it is in use.'),
  }),
  message: z.string(),
});

/** The end of a workspace, and the way back. Only an owner, in the browser: no key ends the workspace that it acts in. */
export const workspaceDeletion = defineArea({
  deleteWorkspace: {
    ...ownersBrowser,
    title: 'Delete the workspace',
    summary:
      'Deletes the workspace, with 14 days to think again. At once nobody can book, and its keys, agents and connected apps stop; meetings to come stay. All owners are mailed. After 14 days its subscription ends, meetings to come are canceled and their guests told, and all its data is erased. Only an owner, signed in in the browser. A repeat changes nothing.',
    method: 'DELETE',
    path: '/workspace',
    effect: 'destroy',
    input: z.object({
      confirm: line(1, 60).describe('The slug of the workspace (get_workspace), typed to confirm. 422 if it differs.'),
    }),
    output: Deleted,
  },
  restoreWorkspace: {
    ...ownersBrowser,
    title: 'Restore the workspace',
    summary:
      'Takes the deletion of the workspace back: guests can book, and its keys, agents and connected apps work again. All owners are mailed. Within 14 days of the deletion; 409 erasure_begun afterwards. Only an owner, signed in in the browser. A workspace in use stays as it is.',
    method: 'POST',
    path: '/workspace/restore',
    effect: 'write',
    repeatable: true,
    worksWhileLocked: true,
    input: z.object({}),
    output: Deleted,
  },
});

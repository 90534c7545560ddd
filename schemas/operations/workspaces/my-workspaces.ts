import { z } from 'zod';
import { defineArea } from '../../operation.ts';
import { line, Timezone } from '../../shapes/fields.ts';
import { MyPerson } from '../../shapes/my-person.ts';
import { signedIn } from '../../shapes/signed-in.ts';
import { MyWorkspace } from '../../shapes/workspaces.ts';

/** The workspaces of the signed-in person. Sessions only: no key, no MCP. */
export const myWorkspaces = defineArea({
  listWorkspaces: {
    ...signedIn,
    title: 'List my workspaces',
    summary: 'Your workspaces, with your role and username in each.',
    method: 'GET',
    path: '/me/workspaces',
    effect: 'read',
    input: z.object({}),
    output: z.object({
      user: MyPerson,
      workspaces: z.array(
        MyWorkspace.extend({
          eraseAt: z.iso
            .datetime()
            .nullable()
            .describe('Deleted: when it is erased, unless an owner restores it before. null: in use.'),
        }),
      ),
    }),
  },
  createWorkspace: {
    ...signedIn,
    title: 'Create a workspace',
    summary: 'Creates another workspace that you own, with a schedule and one event type to share at once.',
    method: 'POST',
    path: '/me/workspaces',
    effect: 'write',
    makesAnother: true,
    success: 201,
    errors: [...signedIn.errors, 'resource.conflict', 'request.unprocessable'],
    input: z.object({
      name: line(1, 80),
      slug: line(1, 60).optional().describe('For links. Default: made from the name.'),
      timezone: Timezone.optional().describe('IANA zone of the default schedule. Default: UTC.'),
    }),
    output: z.object({ workspace: MyWorkspace }),
  },
});

import { z } from 'zod';
import { intentErrors, keyedWriteErrors } from '../../errors.ts';
import { defineArea, type Operation } from '../../operation.ts';
import { EVERYONE, MEMBERS, Role } from '../../shapes/access.ts';
import { CalendarProvider, ConnectRedirect } from '../../shapes/calendars.ts';
import { Email, line, Timezone } from '../../shapes/fields.ts';
import { MyWorkspace } from '../../shapes/workspaces.ts';

const delegated = {
  surface: 'host',
  method: 'POST',
  effect: 'write',
  rateClass: 'keyed',
  errors: [...keyedWriteErrors, ...intentErrors],
} as const satisfies Partial<Operation>;
const act = { scope: 'workspace.act', roles: EVERYONE, keyOnly: true } as const;

/** What an agent does for a person who allowed it (spec, Agent identity, delegated operations). */
export const agentOperations = defineArea({
  signUpUser: {
    ...delegated,
    title: 'Make the person’s account',
    summary:
      'Makes an account for the person of your intent token (scope agent.user.signup), with a workspace of their own on a 14-day trial; or returns the one they have (created false). It signs nobody in: show claimAccountUrl to the person, who signs in with their address. Your key keeps acting in its own workspace.',
    path: '/agent/users',
    auth: { ...act, intent: { scope: 'agent.user.signup', required: true, as: 'key', onStop: 'stays' } },
    tool: 'agent_signup_user',
    input: z.strictObject({
      name: line(1, 120).optional().describe('Default: the prospectName of the identity, else made from the address.'),
      timezone: Timezone.optional().describe('IANA zone of their working hours. Default: UTC.'),
    }),
    output: z.object({
      user: z.object({ id: z.uuid(), email: z.string(), name: z.string(), createdAt: z.iso.datetime() }),
      workspaces: z
        .array(z.object({ id: z.uuid(), slug: z.string(), name: z.string(), role: Role }))
        .describe(
          'Of a new account: its first. Of an old one: only those that your key may know, its own and those that this identity made.',
        ),
      created: z.boolean().describe('false: they had an account.'),
      claimAccountUrl: z
        .url()
        .describe(
          'Show it to the person: there they type user.email and sign in by the mailed link. No secret; nothing for you to call.',
        ),
    }),
  },
  createAgentWorkspace: {
    ...delegated,
    title: 'Make a workspace for the person',
    summary:
      'Makes a workspace that the person owns (scope agent.workspace.create), with working hours and one event type. You get no key for it: the person makes one there, or allows you a device session. No account yet: 422; agent_signup_user makes one.',
    path: '/agent/workspaces',
    auth: { ...act, intent: { scope: 'agent.workspace.create', required: true, as: 'user', onStop: 'stays' } },
    makesAnother: true,
    success: 201,
    tool: 'agent_create_workspace',
    input: z.strictObject({
      name: line(1, 80).describe('Of the workspace, as guests see it.'),
      slug: line(1, 60).optional().describe('For links. Default: made from the name.'),
      timezone: Timezone.optional().describe('IANA zone of the default schedule. Default: UTC.'),
    }),
    output: z.object({ workspace: MyWorkspace, role: z.literal('owner').describe('The person’s role.') }),
  },
  inviteForPerson: {
    ...delegated,
    title: 'Invite a member for the person',
    summary:
      'Mails an invitation in the person’s name (scope agent.workspace.invite), as invite_member does: to the workspace of your key, or to one that this identity made; the person must be its owner or admin. Owners and admins only a signed-in person invites. Example: {"workspaceId": "…", "email": "grace@example.com", "role": "member"}.',
    path: '/agent/workspaces/{workspaceId}/invitations',
    auth: { ...act, intent: { scope: 'agent.workspace.invite', required: true, as: 'user', onStop: 'ends' } },
    tool: 'agent_invite_member',
    input: z.strictObject({
      workspaceId: z.uuid().describe('Of your key, or of agent_create_workspace.'),
      email: Email.describe('Only the person who signs in with this address can accept.'),
      role: Role.default('member').describe(
        'manager, member (default) or billing_only. owner and admin: not by a key.',
      ),
    }),
    output: z.object({
      invitation: z.object({
        id: z.uuid(),
        status: z.literal('invited'),
        email: z.string(),
        role: Role,
        expiresAt: z.iso.datetime().describe('Expiry (UTC).'),
      }),
    }),
  },
  connectCalendarForPerson: {
    ...delegated,
    title: 'Link the person’s calendar',
    summary:
      'Makes a link (15 minutes, once) that the person opens in a browser, signed in, to connect a Google or Microsoft account (scope agent.calendar.connect). Show installUrl to them: only targetUser can open it.',
    path: '/agent/calendars/connect',
    auth: {
      ...act,
      roles: MEMBERS,
      intent: { scope: 'agent.calendar.connect', required: true, as: 'member', onStop: 'ends' },
    },
    makesAnother: true,
    tool: 'agent_connect_calendar',
    input: z.strictObject({
      provider: CalendarProvider.describe('Where the account is; list_calendars names those that work here.'),
      redirectAfter: ConnectRedirect,
    }),
    output: z.object({
      installUrl: z.url().describe('For the browser of targetUser.'),
      expiresAt: z.iso.datetime().describe('Expiry (UTC).'),
      targetUser: z.object({ id: z.uuid(), email: z.string() }).describe('Only they, signed in, can open it.'),
      instructions: z.string().describe('The next steps.'),
    }),
  },
});

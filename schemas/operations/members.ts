import { z } from 'zod';
import { keyedReadErrors, keyedWriteErrors } from '../errors.ts';
import { defineArea } from '../operation.ts';
import { ADMINS, MEMBERS, Role } from '../shapes/access.ts';
import { alsoDisableWebhooks, EndedWebhooks, Kept } from '../shapes/ended-access.ts';
import { Email, line, Timezone, Token } from '../shapes/fields.ts';
import { nextCursor, PageOfList } from '../shapes/lists.ts';
import { signedIn } from '../shapes/signed-in.ts';
import { MyWorkspace } from '../shapes/workspaces.ts';

const MemberId = z.uuid().describe('The person’s user id, from list_members or list_meetings.');

const TeamName = z.object({ id: z.uuid(), name: z.string() });

const Member = z.object({
  id: z.uuid().describe('active: the person’s user id; invited: the invitation’s id. remove_member takes either.'),
  status: z.enum(['active', 'invited']),
  email: z.string(),
  role: Role,
  name: z.string().nullable().describe('null: invited.'),
  username: z.string().nullable().describe('Their part of booking links; null: invited.'),
  since: z.iso.datetime().describe('When they joined, or were invited first.'),
  expiresAt: z.iso.datetime().nullable().describe('When an invitation ends; null: a member.'),
  teams: z
    .array(TeamName)
    .nullable()
    .describe('invited: the teams that they join when they accept; null: active, list_teams has theirs.'),
  removal: z
    .enum(['running', 'waiting'])
    .nullable()
    .describe(
      'running: being removed. waiting: a former owner whose meetings could not all move to the new one; decide with remove_member. In both they can do nothing here. null: neither.',
    ),
});

/** The people of a workspace: invitations, roles, leaving. */
export const members = defineArea({
  listMembers: {
    title: 'List members',
    summary:
      'People of the workspace with role and username, newest first; with status "invited" those who have not accepted yet. handOver, teams and hosts take their ids.',
    surface: 'host',
    method: 'GET',
    path: '/workspace/members',
    auth: { scope: 'workspace.read', roles: MEMBERS },
    effect: 'read',
    rateClass: 'keyed',
    tool: 'list_members',
    errors: keyedReadErrors,
    input: PageOfList.extend({
      status: z.enum(['active', 'invited']).default('active').describe('Members (default), or open invitations.'),
    }),
    output: z.object({ members: z.array(Member), nextCursor }),
  },
  inviteMember: {
    title: 'Invite a member',
    summary:
      'Mails an invitation to join with a role; the person joins by accepting it within 7 days. Inviting the same address again keeps one invitation: the last role and teams count, and after 10 minutes it is mailed again for another 7 days. Already a member: 409. Only a signed-in person invites owners and admins, in the dashboard; a key gets 403 with the address. It ends if its sender leaves or may no longer give the role, or if the key that sent it is revoked. Example: {"email": "grace@example.com", "role": "manager"}.',
    surface: 'host',
    method: 'POST',
    path: '/workspace/members',
    auth: { scope: 'workspace.act', roles: ADMINS, byApp: 'named' },
    effect: 'write',
    rateClass: 'keyed',
    tool: 'invite_member',
    errors: keyedWriteErrors,
    input: z.object({
      email: Email.describe('Only the person who signs in with this address can accept.'),
      role: Role.default('member').describe(
        'Default member. Only an owner can make owners. owner and admin: not by a key.',
      ),
      teams: z
        .array(z.uuid())
        .max(50)
        .optional()
        .describe(
          'Ids of teams that they join when they accept, from list_teams. Default: none; an open invitation keeps its teams.',
        ),
    }),
    output: z.object({ member: Member, notice: z.string().describe('How to find the later member.') }),
  },
  updateMemberRole: {
    title: 'Change a member’s role',
    summary:
      'Sets a member’s role at once, for their keys and agents too. Only an owner can make or change owners; the last owner stays one (409). Only a person in the dashboard makes owners and admins; a key gets 403 with the address. billing_only hosts no meetings: 422 while they have upcoming ones. Invited people: invite them again with another role. A former owner with removal "waiting" stays by it, if an owner calls.',
    surface: 'host',
    method: 'PATCH',
    path: '/workspace/members/{id}',
    auth: { scope: 'workspace.act', roles: ADMINS, byApp: 'named' },
    effect: 'write',
    logged: ['id', 'role'],
    rateClass: 'keyed',
    tool: 'update_member_role',
    errors: keyedWriteErrors,
    input: z.object({
      id: MemberId,
      role: Role.describe(
        'owner, admin: everything; manager: everyone’s meetings, event types, availability and teams; member: their own; billing_only: billing.',
      ),
      alsoDisableWebhooks,
    }),
    output: z.object({
      member: Member,
      endedInvitations: z.int().min(0).describe('Open invitations that they sent and may no longer send: those ended.'),
      ended: EndedWebhooks,
      kept: Kept,
    }),
  },
  removeMember: {
    title: 'Remove a member',
    summary:
      'Removes a person from the workspace, or revokes an invitation (by its id). Your own id: you leave; that needs no admin, but the last owner stays. Upcoming meetings need handOver: {"to": userId} gives them and the event types to that member, {"cancel": true} cancels them with mails. If the new host is not free for one, nothing is changed: 409 lists those. Their keys and agents end; schedules and time off are deleted; invitations that they sent end; other event types are archived. Webhooks that they set stay on: kept lists them. While it runs they can neither sign in here nor be booked; if it stops, both work again, except for a former owner after a take-over (the new owner gets their event types). status "running": many meetings, call again.',
    surface: 'host',
    method: 'POST',
    path: '/workspace/members/{id}/remove',
    auth: { scope: 'workspace.act', roles: MEMBERS },
    effect: 'destroy',
    rateClass: 'keyed',
    tool: 'remove_member',
    flow: true,
    errors: [...keyedReadErrors, 'resource.conflict', 'request.unprocessable'],
    input: z.object({
      id: z.uuid().describe('A member’s user id, or an open invitation’s id, from list_members.'),
      handOver: z
        .object({
          to: z
            .uuid()
            .optional()
            .describe('User id of the member who takes over (list_members). Either this or cancel.'),
          cancel: z.literal(true).optional().describe('Cancel their upcoming meetings, with notice by mail.'),
          reason: line(1, 500).optional().describe('For guests, when meetings are canceled.'),
        })
        .optional()
        .describe('What happens to upcoming meetings; required if there are any.'),
      alsoDisableWebhooks,
    }),
    output: z.object({
      id: z.uuid(),
      status: z.enum(['removed', 'running']).describe('running: it continues; call again for the result.'),
      moved: z.int().min(0).describe('Meetings that have a new host.'),
      canceled: z.int().min(0).describe('Meetings that were canceled.'),
      ended: EndedWebhooks,
      kept: Kept,
    }),
  },
  acceptInvitation: {
    ...signedIn,
    title: 'Accept an invitation',
    summary:
      'Joins the workspace of the invitation as the signed-in person; only the invited address can. Repeating returns the same.',
    method: 'POST',
    path: '/invitations/{token}/accept',
    effect: 'write',
    errors: [
      ...signedIn.errors,
      'auth.forbidden',
      'billing.upgrade_required',
      'resource.not_found',
      'resource.conflict',
      'request.unprocessable',
    ],
    input: z.object({
      token: Token.describe('Of the link in the mail: {app_url}/invitations/{token}.'),
      timezone: Timezone.optional().describe('Of your default schedule there. Default: your own, else UTC.'),
    }),
    output: z.object({
      workspace: MyWorkspace,
      teams: z.array(TeamName).describe('Teams of the invitation that the person is in now.'),
      skippedTeams: z.int().min(0).describe('Teams of the invitation that were deleted, or that they left, meanwhile.'),
    }),
  },
});

import { z } from 'zod';
import { keyedReadErrors, keyedWriteErrors } from '../errors.ts';
import { defineArea } from '../operation.ts';
import { ADMINS, MEMBERS, Role } from '../shapes/access.ts';
import { Email, line, Timezone, Token } from '../shapes/fields.ts';
import { nextCursor, PageOfList } from '../shapes/lists.ts';
import { signedIn } from '../shapes/signed-in.ts';
import { MyWorkspace } from '../shapes/workspaces.ts';

const MemberId = z.uuid().describe('The person’s user id, as list_members and list_meetings name it.');

const Member = z.object({
  id: z.uuid().describe('active: the person’s user id; invited: the invitation’s id. remove_member takes either.'),
  status: z.enum(['active', 'invited']),
  email: z.string(),
  role: Role,
  name: z.string().nullable().describe('null: invited, not here yet.'),
  username: z.string().nullable().describe('The part of booking links that is theirs; null: invited.'),
  since: z.iso.datetime().describe('When they joined, or were invited first.'),
  expiresAt: z.iso.datetime().nullable().describe('When an invitation ends; null: a member.'),
});

/** The people of a workspace: invitations, roles, leaving. */
export const members = defineArea({
  listMembers: {
    title: 'List members',
    summary:
      'The people of the workspace with role and username, the newest first; with status "invited" those who have not accepted yet. ids of people are what handOver, teams and hosts take.',
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
      'Mails an invitation to join with a role; it works for 7 days, and the person joins by accepting it. Inviting an open invitation’s address again keeps it one: the role counts as given last, and after 10 minutes it is mailed again for another 7 days. Already a member: 409. Example: {"email": "grace@example.com", "role": "manager"}.',
    surface: 'host',
    method: 'POST',
    path: '/workspace/members',
    auth: { scope: 'workspace.act', roles: ADMINS },
    effect: 'write',
    rateClass: 'keyed',
    tool: 'invite_member',
    errors: keyedWriteErrors,
    input: z.object({
      email: Email.describe('Whom to invite; only the person who signs in with this address can accept.'),
      role: Role.default('member').describe('What they may do; default member. Only an owner makes owners.'),
    }),
    output: z.object({ member: Member }),
  },
  updateMemberRole: {
    title: 'Change a member’s role',
    summary:
      'Sets what a member may do, at once, for their keys and agents too. Only an owner changes owners or makes them; the last owner stays one (409). Invited people: invite them again with another role.',
    surface: 'host',
    method: 'PATCH',
    path: '/workspace/members/{id}',
    auth: { scope: 'workspace.act', roles: ADMINS },
    effect: 'write',
    rateClass: 'keyed',
    tool: 'update_member_role',
    errors: keyedWriteErrors,
    input: z.object({
      id: MemberId,
      role: Role.describe(
        'owner, admin: everything; manager: everyone’s meetings, event types, availability and teams; member: their own; billing_only: billing.',
      ),
    }),
    output: z.object({ member: Member }),
  },
  removeMember: {
    title: 'Remove a member',
    summary:
      'Takes a person out of the workspace, or an invitation back (by its id). Your own id: you leave; that needs no admin, but the last owner stays. Upcoming meetings need handOver: {"to": userId} gives each to that member, and their event types, or {"cancel": true} cancels them with mails. If the new host is not free for one, nothing is moved and nobody removed: 409 lists those. Their keys and agents end, schedules, time off and invitations sent go, other event types are archived. While it runs they can neither sign in here nor be booked; if it stops, both come back. status "running": many meetings, call again.',
    surface: 'host',
    method: 'POST',
    path: '/workspace/members/{id}/remove',
    auth: { scope: 'workspace.act', roles: MEMBERS },
    effect: 'destroy',
    rateClass: 'keyed',
    tool: 'remove_member',
    errors: [...keyedReadErrors, 'resource.conflict', 'request.unprocessable'],
    input: z.object({
      id: z.uuid().describe('A member’s user id, or an open invitation’s id.'),
      handOver: z
        .object({
          to: z.uuid().optional().describe('User id of the member who takes over. Either this or cancel.'),
          cancel: z.literal(true).optional().describe('Cancel their upcoming meetings, with notice by mail.'),
          reason: line(1, 500).optional().describe('Told to guests when meetings are canceled.'),
        })
        .optional()
        .describe('What becomes of upcoming meetings; needed where there are any.'),
    }),
    output: z.object({
      id: z.uuid(),
      status: z.enum(['removed', 'running']).describe('running: it goes on by itself; call again to hear the end.'),
      moved: z.int().min(0).describe('Meetings that have a new host.'),
      canceled: z.int().min(0).describe('Meetings that were canceled.'),
    }),
  },
  acceptInvitation: {
    ...signedIn,
    title: 'Accept an invitation',
    summary:
      'Joins the workspace that the invitation’s mail names, as the signed-in person; only its address can. Accepting twice answers the same.',
    method: 'POST',
    path: '/invitations/{token}/accept',
    effect: 'write',
    errors: [...signedIn.errors, 'auth.forbidden', 'resource.not_found', 'resource.conflict', 'request.unprocessable'],
    input: z.object({
      token: Token.describe('Of the link in the mail: {app_url}/invitations/{token}.'),
      timezone: Timezone.optional().describe('Of your default schedule there; your own, or UTC, if absent.'),
    }),
    output: z.object({ workspace: MyWorkspace }),
  },
});

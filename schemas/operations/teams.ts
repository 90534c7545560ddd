import { z } from 'zod';
import { keyedReadErrors, keyedWriteErrors } from '../errors.ts';
import { defineArea } from '../operation.ts';
import { MEMBERS } from '../shapes/access.ts';
import { line, Slug, Timezone } from '../shapes/fields.ts';
import { listedId } from '../shapes/listed-id.ts';
import { nextCursor, PageOfList } from '../shapes/lists.ts';
import { BookingStatus } from '../shapes/public-calendar.ts';
import { ExpectedVersion, Version } from '../shapes/versions.ts';

const MANAGERS = ['owner', 'admin', 'manager'] as const;

const id = listedId('team');
const userId = z.uuid().describe('From list_members.');

const name = line(1, 120).describe('What guests see, such as "Sales".');
const slug = Slug.describe('Last part of the team’s link, {workspace}/team/{slug}, unique in the workspace.');
const timezone = Timezone.describe(
  'IANA zone, such as Europe/Berlin, of the team’s times for guests who send none. Members keep theirs.',
);

const TeamMember = z.object({
  userId: z.uuid(),
  name: z.string(),
  username: z.string().describe('The person’s part of the address.'),
  weight: z.int().describe('Round robin meetings per meeting of a member with weight 1.'),
  fixed: z.boolean().describe('Attends every round robin meeting and is not part of the rotation.'),
  hasSchedule: z.boolean().describe('false: offers no time until they have a schedule.'),
});

const Team = z
  .object({
    id: z.uuid(),
    name: z.string(),
    slug: z.string(),
    timezone: z.string().describe('IANA time zone.'),
    bookingUrl: z.url().describe('Link for guests: the team’s event types.'),
    eventTypeCount: z.int().min(0).describe('Event types that can be booked; list_event_types has them.'),
    members: z.array(TeamMember).describe('By name.'),
    createdAt: z.iso.datetime(),
    version: Version,
  })
  .meta({ id: 'Team' });

const TeamAnswer = z.object({ team: Team.describe('The team.') });

const MemberTurns = z.object({
  userId: z.uuid(),
  name: z.string(),
  weight: z.int().nullable().describe('Of the member as of now; null: no longer in the team.'),
  fixed: z.boolean().describe('Attends every meeting and is not part of the rotation.'),
  turns: z
    .int()
    .min(0)
    .describe('Meetings given in the period and not canceled. A handed-over one counts for its new host.'),
  canceled: z.int().min(0).describe('Further ones that were canceled: they do not count.'),
});

const LastTurn = z.object({
  bookingId: z.uuid().nullable().describe('For get_meeting; null: you may not see the meeting.'),
  eventType: z.object({ id: z.uuid(), name: z.string() }),
  startAt: z.iso.datetime().describe('Start of the meeting.'),
  status: BookingStatus,
  hostUserId: z.uuid().describe('The current host.'),
  hostName: z.string().describe('The name of the host.'),
  decidedAt: z.iso.datetime(),
  sentence: z.string().describe('Why this member: their meetings so far, and who was ahead but could not.'),
});

const forReading = { surface: 'host', rateClass: 'keyed', auth: { scope: 'workspace.read', roles: MEMBERS } } as const;
const forActing = { ...forReading, auth: { scope: 'workspace.act', roles: MANAGERS } } as const;

/** Teams: people who share event types, one at a time or all together. */
export const teams = defineArea({
  listTeams: {
    title: 'List teams',
    summary:
      'Teams of this workspace with members, weights and links, newest first. It has the ids for the other team tools and for create_event_type with teamId. Example: {"limit": 20}.',
    ...forReading,
    method: 'GET',
    path: '/workspace/teams',
    effect: 'read',
    tool: 'list_teams',
    errors: keyedReadErrors,
    input: PageOfList,
    output: z.object({ teams: z.array(Team), nextCursor }),
  },
  getTeamFairness: {
    title: 'Get the fairness of a team',
    summary:
      'How the round robin of a team gave its meetings: meetings of each member in the last days, and why each of the last ten went to its host. Members: of their own teams only. explain_slot with a bookingId has all candidates. Example: {"id": "…", "days": 30}.',
    ...forReading,
    method: 'GET',
    path: '/workspace/teams/{id}/fairness',
    effect: 'read',
    tool: 'get_team_fairness',
    errors: keyedReadErrors,
    input: z.object({
      id,
      days: z.coerce
        .number()
        .int()
        .min(1)
        .max(365)
        .default(90)
        .describe('Days to count before today (UTC), and today; 1 to 365. Default 90.'),
    }),
    output: z.object({
      fromAt: z.iso.datetime().describe('Start of the period, a midnight of UTC; it ends now.'),
      turns: z.int().min(0).describe('Meetings of all members.'),
      members: z.array(MemberTurns).describe('By name, with former members who had meetings.'),
      latest: z.array(LastTurn).max(10).describe('The last ten assignments, newest first, whatever the period.'),
    }),
  },
  createTeam: {
    title: 'Create a team',
    summary:
      'Creates a team, with members if you name them, each with weight 1; add_team_member changes that. Then create_event_type with its teamId and assignment: round_robin (one member in turn) or collective (all together). If a team has the slug already: 409 with existingId, so repeating creates no second one. Example: {"name": "Sales", "timezone": "Europe/Berlin"}.',
    ...forActing,
    method: 'POST',
    path: '/workspace/teams',
    effect: 'write',
    tool: 'create_team',
    errors: keyedWriteErrors,
    input: z.object({
      name,
      slug: slug.optional().describe(`${slug.description} Default: made from the name.`),
      timezone: timezone.optional().describe(`${timezone.description} Default: the workspace's.`),
      members: z
        .array(z.uuid())
        .max(50)
        .optional()
        .describe('User ids of its members, from list_members. Default: none yet.'),
    }),
    output: TeamAnswer,
  },
  updateTeam: {
    title: 'Update a team',
    summary:
      'Changes name, slug or zone of a team, as in create_team; omitted ones stay. A new slug ends the old links. Example: {"id": "…", "name": "Sales Europe"}.',
    ...forActing,
    method: 'PATCH',
    path: '/workspace/teams/{id}',
    effect: 'write',
    tool: 'update_team',
    errors: keyedWriteErrors,
    input: z.object({
      id,
      name: name.optional(),
      slug: slug.optional(),
      timezone: timezone.optional(),
      expectedVersion: ExpectedVersion,
    }),
    output: TeamAnswer,
  },
  deleteTeam: {
    title: 'Delete a team',
    summary:
      'Deletes a team permanently: its event types are archived and its links stop working at once. Upcoming meetings stay with their hosts, who can still move and cancel them; the answer counts them. Repeating returns the same. Example: {"id": "…"}.',
    ...forActing,
    method: 'DELETE',
    path: '/workspace/teams/{id}',
    effect: 'destroy',
    tool: 'delete_team',
    errors: keyedReadErrors,
    input: z.object({ id }),
    output: z.object({
      ok: z.literal(true).describe('Always true: the call succeeded.'),
      id: z.uuid(),
      archivedEventTypes: z.int().min(0).describe('Event types that this call archived.'),
      upcomingMeetings: z.int().min(0).describe('Upcoming meetings and requests, which stay.'),
    }),
  },
  addTeamMember: {
    title: 'Add a team member',
    summary:
      'Adds a person of the workspace to a team, or changes weight and fixed of one who is in it; omitted ones stay. A new member starts at the team’s level: no flood of meetings. A new weight counts from now on. Booked meetings keep their hosts. Example: {"id": "…", "userId": "…", "weight": 2}.',
    ...forActing,
    method: 'POST',
    path: '/workspace/teams/{id}/add-member',
    effect: 'write',
    tool: 'add_team_member',
    errors: keyedWriteErrors,
    input: z.object({
      id,
      userId,
      weight: z
        .int()
        .min(1)
        .max(100)
        .optional()
        .describe('Round robin meetings per meeting of a member with weight 1; 1 to 100. Default 1.'),
      fixed: z
        .boolean()
        .optional()
        .describe(
          'true: attends every round robin meeting of the team, and is not part of the rotation. Default false.',
        ),
    }),
    output: TeamAnswer,
  },
  removeTeamMember: {
    title: 'Remove a team member',
    summary:
      'Removes a person from a team: they get no more of its meetings. Their upcoming team meetings stay theirs; the answer counts them, cancel_booking cancels one. A team without members offers no times. Repeating returns the same. Example: {"id": "…", "userId": "…"}.',
    ...forActing,
    method: 'POST',
    path: '/workspace/teams/{id}/remove-member',
    effect: 'destroy',
    tool: 'remove_team_member',
    errors: keyedReadErrors,
    input: z.object({ id, userId }),
    output: TeamAnswer.extend({
      keptMeetings: z.int().min(0).describe('Upcoming meetings and requests of the team that stay with this person.'),
    }),
  },
});

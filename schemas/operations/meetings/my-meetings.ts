import { z } from 'zod';
import { defineArea } from '../../operation.ts';
import { signedIn } from '../../shapes/signed-in.ts';
import { fromStranger, Untrusted } from '../../shapes/untrusted.ts';

const ComingMeeting = z.object({
  id: z.uuid(),
  startAt: z.iso.datetime(),
  endAt: z.iso.datetime(),
  status: z.enum(['confirmed', 'rescheduled', 'pending_confirmation']),
  eventName: z.string(),
  when: z
    .string()
    .describe('By the clock of its host, with its zone: Wed, 25 Nov 2026, 15:00 – 15:30 (Europe/Berlin).'),
  theirTime: z
    .string()
    .nullable()
    .describe('The same by the guest’s clock, and if the hour is an odd one there; null: no other.'),
  guest: fromStranger(z.string()).describe('The guest’s name, else their address.'),
  guestEmail: fromStranger(z.string()).describe('Tells guests of one name apart.'),
  workspace: z.object({ id: z.uuid(), name: z.string() }),
  prep: z.boolean().describe('Its event type wants prep packs: GET /bookings/{bookingId}/prep-pack.'),
});

/** More wait for nobody: a request ends by itself after two days. */
export const MAX_REQUESTS = 50;

/** The meetings of the signed-in person. Sessions only: no key, no MCP. */
export const myMeetings = defineArea({
  listMyMeetings: {
    ...signedIn,
    title: 'List my coming meetings',
    summary:
      'The next meetings that you host, the next one first, in all workspaces that you are a member of. Requests that wait for an answer are apart, in `requests`. Keys and agents list those of a workspace: GET /bookings.',
    method: 'GET',
    path: '/me/meetings',
    effect: 'read',
    input: z.object({
      limit: z.int().min(1).max(100).default(10).describe('1 to 100 meetings. Default 10.'),
    }),
    output: z.object({
      untrusted: Untrusted,
      meetings: z.array(ComingMeeting),
      more: z.boolean().describe('There are more than `limit`.'),
      requests: z.array(ComingMeeting).describe('Those that wait for your answer, the first 50 by start.'),
    }),
  },
});

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
  guest: fromStranger(z.string()).describe('The guest’s name, else their address.'),
  workspace: z.object({ id: z.uuid(), name: z.string() }),
  prep: z.boolean().describe('Its event type wants prep packs: GET /bookings/{bookingId}/prep-pack.'),
});

/** The meetings of the signed-in person. Sessions only: no key, no MCP. */
export const myMeetings = defineArea({
  listMyMeetings: {
    ...signedIn,
    title: 'List my coming meetings',
    summary:
      'The next ten meetings that you host, the next one first, in all workspaces that you are a member of. Requests that wait for an answer are among them. Keys and agents list those of a workspace: GET /bookings.',
    method: 'GET',
    path: '/me/meetings',
    effect: 'read',
    input: z.object({}),
    output: z.object({ untrusted: Untrusted, meetings: z.array(ComingMeeting).describe('At most ten.') }),
  },
});

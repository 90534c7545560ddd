import { z } from 'zod';
import { keyedReadErrors } from '../../errors.ts';
import { defineArea } from '../../operation.ts';
import { MEMBERS } from '../../shapes/access.ts';
import { Email, line } from '../../shapes/fields.ts';
import { nextCursor, PageOfList } from '../../shapes/lists.ts';

const Seat = z.object({
  id: z.uuid(),
  displayName: z.string().describe('The activity log shows this name.'),
  agentEmail: z.string().nullable(),
  apiKeyId: z.uuid(),
  createdByUserId: z.uuid().nullable(),
  createdAt: z.iso.datetime(),
  revokedAt: z.iso.datetime().nullable(),
});

const SeatCap = z.int().positive().describe('Active seats that the plan allows.');

/** Free named credentials for agents (spec, Agent seat). */
export const agentSeats = defineArea({
  listAgentSeats: {
    title: 'List agent seats',
    summary: 'Agent seats of this workspace, revoked ones last, with the number of active ones and the plan’s cap.',
    surface: 'host',
    method: 'GET',
    path: '/workspace/agent-seats',
    auth: { scope: 'workspace.read', roles: MEMBERS },
    effect: 'read',
    rateClass: 'keyed',
    tool: 'list_agent_seats',
    errors: keyedReadErrors,
    input: PageOfList,
    output: z.object({ seats: z.array(Seat), activeCount: z.int().min(0), cap: SeatCap, nextCursor }),
  },
  createAgentSeat: {
    title: 'Create an agent seat',
    summary:
      'Creates a named seat for an agent, with its own key. Only this answer has the key. Over the plan’s cap: 402; revoke a seat or upgrade.',
    surface: 'host',
    method: 'POST',
    path: '/workspace/agent-seats',
    auth: { scope: 'workspace.act', roles: ['owner', 'admin'] },
    effect: 'write',
    makesAnother: true,
    rateClass: 'keyed',
    tool: 'create_agent_seat',
    errors: [
      'request.invalid',
      'auth.required',
      'billing.upgrade_required',
      'auth.forbidden',
      'resource.not_found',
      'rate.limited',
      'service.unavailable',
    ],
    input: z.object({
      displayName: line(1, 80),
      agentEmail: Email.optional().describe('The agent’s own inbox, if it has one.'),
    }),
    output: z.object({
      id: z.uuid(),
      displayName: z.string(),
      agentEmail: z.string().nullable(),
      apiKeyId: z.uuid(),
      apiKey: z.string().describe('The seat’s key. Copy it now; it is not shown again.'),
      prefix: z.string(),
      cap: SeatCap,
    }),
  },
  revokeAgentSeat: {
    title: 'Revoke an agent seat',
    summary: 'Ends a seat and its key at once. Repeating returns the same.',
    surface: 'host',
    method: 'DELETE',
    path: '/workspace/agent-seats/{id}',
    auth: { scope: 'workspace.act', roles: ['owner', 'admin'] },
    effect: 'destroy',
    rateClass: 'keyed',
    tool: 'revoke_agent_seat',
    errors: keyedReadErrors,
    input: z.object({ id: z.uuid() }),
    output: z.object({ ok: z.literal(true), id: z.uuid() }),
  },
});

import { z } from 'zod';
import { keyedReadErrors } from '../../errors.ts';
import { defineArea } from '../../operation.ts';
import { MEMBERS, Role, Scope } from '../../shapes/access.ts';
import { alsoDisableWebhooks, Ended, Kept } from '../../shapes/ended-access.ts';
import { Email, Instant, line } from '../../shapes/fields.ts';
import { listedId } from '../../shapes/listed-id.ts';
import { nextCursor, PageOfList } from '../../shapes/lists.ts';

const rights = {
  scopes: z.array(Scope),
  role: Role.nullable().describe(
    'What it may do: its creator’s role now, or its own if that allows less. null: its creator left, or the two have nothing in common.',
  ),
  expiresAt: z.iso.datetime().nullable().describe('null: it works until it is revoked.'),
};

const Seat = z.object({
  id: z.uuid(),
  displayName: z.string().describe('The activity log shows this name.'),
  agentEmail: z.string().nullable().describe('The agent’s own inbox; null: none.'),
  apiKeyId: z.uuid(),
  createdByUserId: z.uuid().nullable().describe('The member who created it; null: no current member.'),
  createdAt: z.iso.datetime(),
  ...rights,
  revokedAt: z.iso.datetime().nullable().describe('When it was revoked (UTC); null: it is valid.'),
});

const SeatCap = z.int().positive().describe('Active seats that the plan allows.');

/** Free named credentials for agents (spec, Agent seat). */
export const agentSeats = defineArea({
  listAgentSeats: {
    title: 'List agent seats',
    summary:
      'Agent seats of this workspace, revoked ones last, with their rights, the number of active ones (neither revoked nor expired) and the plan’s cap.',
    surface: 'host',
    method: 'GET',
    path: '/workspace/agent-seats',
    auth: { scope: 'workspace.read', roles: MEMBERS },
    effect: 'read',
    rateClass: 'keyed',
    tool: 'list_agent_seats',
    errors: keyedReadErrors,
    input: PageOfList,
    output: z.object({
      seats: z.array(Seat),
      activeCount: z.int().min(0).describe('The number of active seats.'),
      cap: SeatCap,
      nextCursor,
    }),
  },
  createAgentSeat: {
    title: 'Create an agent seat',
    summary:
      'Creates a named seat for an agent, with its own key. Only this answer has the key. A seat may do at most what its maker may; revoking the key that made it ends it. Over the plan’s cap: 402; revoke a seat or upgrade. Example: {"displayName": "Reader", "scopes": ["workspace.read"]}.',
    surface: 'host',
    method: 'POST',
    path: '/workspace/agent-seats',
    auth: { scope: 'workspace.act', roles: ['owner', 'admin'], testKeys: true, byApp: 'refused' },
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
      'request.unprocessable',
      'rate.limited',
      'service.unavailable',
    ],
    input: z.object({
      displayName: line(1, 80).describe('The name of the agent, for the activity log.'),
      agentEmail: Email.optional().describe('The agent’s own inbox, if it has one.'),
      scopes: z
        .array(Scope)
        .min(1)
        .max(3)
        .optional()
        .describe(
          'Default workspace.act: all that its role may do. workspace.read: reads only. billing.manage: billing only.',
        ),
      role: Role.optional().describe('At most yours, which is the default.'),
      expiresAt: Instant.optional().describe(
        'In the future, and not after the end of the key that makes it, which is the default. Then its place is free again.',
      ),
    }),
    output: z.object({
      id: z.uuid(),
      displayName: z.string(),
      agentEmail: z.string().nullable().describe('The agent’s own inbox; null: none.'),
      apiKeyId: z.uuid(),
      apiKey: z.string().describe('The seat’s key. Copy it now; it is not shown again.'),
      prefix: z.string().describe('The first characters of the secret.'),
      ...rights,
      cap: SeatCap,
    }),
  },
  revokeAgentSeat: {
    title: 'Revoke an agent seat',
    summary:
      'Ends a seat and its key at once, with all that was made with that key: seats, keys, open invitations, and upcoming bookings of a test key. Webhooks that it set stay on: kept lists them. Repeating returns the same.',
    surface: 'host',
    method: 'DELETE',
    path: '/workspace/agent-seats/{id}',
    auth: { scope: 'workspace.act', roles: ['owner', 'admin'], testKeys: true },
    effect: 'destroy',
    rateClass: 'keyed',
    tool: 'revoke_agent_seat',
    errors: keyedReadErrors,
    input: z.object({ id: listedId('agent_seat'), alsoDisableWebhooks }),
    output: z.object({
      ok: z.literal(true).describe('Always true: the call succeeded.'),
      id: z.uuid(),
      ended: Ended,
      kept: Kept,
    }),
  },
});

import { createFlowClient } from '../../api/flows/flow-client.ts';
import type { HandOver, RemovalEnd } from '../../domain/members/hand-over.ts';
import type { InvitationMailEnd } from '../../domain/members/invitation-mail.ts';
import { beginRemoval } from '../../store/members/member-removals.ts';
import { flowId, flows } from '../../workflows/catalogue.ts';
import { makeBooking } from '../support/drivers/host-bookings.ts';
import { makeTeam } from '../support/factories/keys.ts';
import { addPerson, storeInvitation } from '../support/factories/members.ts';
import type { Stack } from '../support/stack/stack.ts';

const flowClientOf = (stack: Stack) => {
  const log = { warn: (_: unknown, message: string) => process.stderr.write(`${message}\n`) };
  return createFlowClient({ client: async () => stack.client, taskQueue: stack.taskQueue, log: log as never });
};

interface MemberPath<End> {
  readonly name: string;
  readonly ends: End;
  /** Answers the id of the flow. */
  walk(stack: Stack): Promise<string>;
}

let people = 0;
const newAddress = (domain: string): string => `join-${++people}@${domain}`;

const invited = async (stack: Stack, domain: string): Promise<{ id: string; workspaceId: string }> => {
  const { workspaceId } = await makeTeam(stack.sql);
  const { id } = await storeInvitation(stack, { workspaceId, email: newAddress(domain) });
  return { id, workspaceId };
};

const mailed = async (stack: Stack, domain: string): Promise<string> => {
  const { id, workspaceId } = await invited(stack, domain);
  flowClientOf(stack).signal('invitation', { id, workspaceId }, 'nudge');
  return flowId('invitation', id);
};

/** Every path through the flow of an invitation. Each has a history in test/histories/invitation, by its name. */
export const invitationPaths: readonly MemberPath<InvitationMailEnd>[] = [
  { name: 'mailed', ends: 'mailed', walk: (stack) => mailed(stack, 'new.test') },
  { name: 'mailed-when-the-provider-is-back', ends: 'mailed', walk: (stack) => mailed(stack, 'slow.test') },
  { name: 'refused-by-the-provider', ends: 'undeliverable', walk: (stack) => mailed(stack, 'refuses.test') },
  {
    name: 'taken-back-before-it-left',
    ends: 'late',
    walk: async (stack) => {
      const { id, workspaceId } = await invited(stack, 'new.test');
      await stack.sql`update invitations set revoked_at = clock_timestamp() where id = ${id}`;
      flowClientOf(stack).signal('invitation', { id, workspaceId }, 'nudge');
      return flowId('invitation', id);
    },
  },
  {
    name: 'started-by-the-sweep',
    ends: 'mailed',
    walk: async (stack) => {
      const { id } = await invited(stack, 'new.test');
      await stack.client.workflow.signalWithStart('invitation', {
        workflowId: flowId('invitation', id),
        taskQueue: stack.taskQueue,
        args: [{ invitationId: id }],
        signal: flows.invitation.signals.nudge,
      });
      return flowId('invitation', id);
    },
  },
];

/** A member with two meetings leaves; `isBusy`: the new host has no time for one of them. */
const leave = async (
  stack: Stack,
  handOverTo: (successor: string) => HandOver,
  { isBusy = false } = {},
): Promise<string> => {
  const team = await makeTeam(stack.sql);
  const { userId } = await addPerson(stack.sql, team.workspaceId, 'member');
  const successor = (await addPerson(stack.sql, team.workspaceId, 'member')).userId;
  await makeBooking(stack.sql, team, { hostId: userId });
  const { startMs } = await makeBooking(stack.sql, team, { hostId: userId });
  if (isBusy) await makeBooking(stack.sql, team, { hostId: successor, startMs });
  const by = { userId: team.members.owner.userId, apiKeyId: null, agentSeatId: null };
  const id = crypto.randomUUID();
  const removal = { id, workspaceId: team.workspaceId, userId, role: 'owner', source: 'dashboard', by } as const;
  const outcome = await beginRemoval(stack.sql, { ...removal, handOver: handOverTo(successor) });
  if (outcome.result !== 'begun') throw new Error(outcome.result);
  await flowClientOf(stack).run('memberRemoval', { id, workspaceId: team.workspaceId }, 2_000);
  return flowId('memberRemoval', id);
};

/** Every path through the flow of a member who leaves. Each has a history in test/histories/member-removal, by its name. */
export const removalPaths: readonly MemberPath<RemovalEnd>[] = [
  { name: 'handed-over', ends: 'removed', walk: (stack) => leave(stack, (to) => ({ to })) },
  { name: 'canceled', ends: 'removed', walk: (stack) => leave(stack, () => ({ cancel: true, reason: null })) },
  { name: 'stopped-by-a-conflict', ends: 'stopped', walk: (stack) => leave(stack, (to) => ({ to }), { isBusy: true }) },
];

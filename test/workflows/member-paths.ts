import type { HandOver, RemovalEnd } from '../../domain/members/hand-over.ts';
import { beginRemoval } from '../../store/members/member-removals.ts';
import { flowId } from '../../workflows/catalogue.ts';
import { flowClientOf } from '../support/drivers/flow-client.ts';
import { makeBooking } from '../support/drivers/host-bookings.ts';
import { makeTeam } from '../support/factories/keys.ts';
import { addPerson } from '../support/factories/members.ts';
import type { Stack } from '../support/stack/stack.ts';

interface MemberPath<End> {
  readonly name: string;
  readonly ends: End;
  /** Answers the id of the flow. */
  walk(stack: Stack): Promise<string>;
}

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

/** The recorded paths of each flow, for replay.test.ts. */
export const recorded = { memberRemoval: removalPaths };

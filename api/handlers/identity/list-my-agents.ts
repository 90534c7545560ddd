import type { myAgents } from '../../../schemas/operations/identity/my-agents.ts';
import { listMyAgents as listRows, type MyAgentRow } from '../../../store/identity/my-agents.ts';
import type { Handler } from '../../core/handler.ts';

const toAgent = ({ id, verifiedAt, lastUsedAt, endsAt, endedAt, acts, ...row }: MyAgentRow) => ({
  ...row,
  principalId: id,
  since: verifiedAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
  lapsesAt: endsAt.toISOString(),
  endedAt: endedAt?.toISOString() ?? null,
  acts: [...acts],
});

export const listMyAgents: Handler<typeof myAgents.listMyAgents> = async ({ sql, actor }) => ({
  agents: (await listRows(sql, actor.userId)).map(toAgent),
});

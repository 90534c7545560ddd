import type { agentSeats } from '../../../schemas/operations/access/agent-seats.ts';
import { countSeats, type ListedSeat, listSeats } from '../../../store/access/agent-seats.ts';
import type { Handler } from '../../core/handler.ts';
import { readCursor, toPage } from '../../core/list-cursor.ts';

const ACTIVE = 'agent_seats/active';
const REVOKED = 'agent_seats/revoked';

const toSeat = (seat: ListedSeat) => ({
  id: seat.id,
  displayName: seat.displayName,
  agentEmail: seat.agentEmail,
  apiKeyId: seat.apiKeyId,
  createdByUserId: seat.createdByUserId,
  createdAt: seat.createdAt.toISOString(),
  scopes: seat.scopes,
  role: seat.role,
  expiresAt: seat.expiresAt?.toISOString() ?? null,
  revokedAt: seat.revokedAt?.toISOString() ?? null,
});

export const listAgentSeats: Handler<typeof agentSeats.listAgentSeats> = async (
  { sql, actor, now },
  { limit, cursor },
) => {
  const end = readCursor([ACTIVE, REVOKED], cursor);
  const after = end && { ...end, isRevoked: end.list === REVOKED };
  const [rows, { activeCount, cap }] = await Promise.all([
    listSeats(sql, actor.workspaceId, { after, limit }),
    countSeats(sql, actor.workspaceId, now),
  ]);
  const { page, nextCursor } = toPage(rows, limit, ({ revokedAt }) => (revokedAt ? REVOKED : ACTIVE));
  return { seats: page.map(toSeat), activeCount, cap, nextCursor };
};

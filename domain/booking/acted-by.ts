import type { Actor } from '../access/actor.ts';

/** Who acted in a workspace, by ids: stored with attempts and in the activity log. */
export interface ActedBy {
  readonly userId: string;
  /** null: a signed-in person. */
  readonly apiKeyId: string | null;
  readonly agentSeatId: string | null;
  /** Set if the key acted for the person, with their consent. Absent otherwise: requests of before hash the same. */
  readonly agentPrincipalId?: string;
}

export const actedBy = (actor: Actor): ActedBy => ({
  userId: actor.userId,
  apiKeyId: actor.kind === 'key' ? actor.keyId : null,
  agentSeatId: actor.kind === 'key' ? (actor.seat?.id ?? null) : null,
  ...(actor.kind === 'key' && actor.agent ? { agentPrincipalId: actor.agent.principalId } : {}),
});

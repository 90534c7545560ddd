import type { Actor } from '../access/actor.ts';

/** Who acted in a workspace, by ids: stored with attempts and in the activity log. */
export interface ActedBy {
  readonly userId: string;
  /** null: a signed-in person. */
  readonly apiKeyId: string | null;
  readonly agentSeatId: string | null;
}

export const actedBy = (actor: Actor): ActedBy => ({
  userId: actor.userId,
  apiKeyId: actor.kind === 'key' ? actor.keyId : null,
  agentSeatId: actor.kind === 'key' ? (actor.seat?.id ?? null) : null,
});

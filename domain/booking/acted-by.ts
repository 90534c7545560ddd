import type { Actor } from '../access/actor.ts';

/** Who did something in a workspace, by ids alone: what attempts keep and the activity log names. */
export interface ActedBy {
  readonly userId: string;
  /** null: a person who is signed in. */
  readonly apiKeyId: string | null;
  readonly agentSeatId: string | null;
}

export const actedBy = (actor: Actor): ActedBy => ({
  userId: actor.userId,
  apiKeyId: actor.kind === 'key' ? actor.keyId : null,
  agentSeatId: actor.kind === 'key' ? (actor.seat?.id ?? null) : null,
});

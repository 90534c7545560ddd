import type { BookingSource } from '../../schemas/shapes/access.ts';
import type { Actor } from '../access/actor.ts';

/** The person, key and seat that acted in a workspace, by ids. Stored with attempts and in the activity log. */
export interface ActedBy {
  readonly userId: string;
  /** null: a signed-in person. */
  readonly apiKeyId: string | null;
  readonly agentSeatId: string | null;
  /** Set if the key acted for the person, with their consent. It is absent otherwise, so that older requests keep their hash. */
  readonly agentPrincipalId?: string;
}

export const actedBy = (actor: Actor): ActedBy => ({
  userId: actor.userId,
  apiKeyId: actor.kind === 'key' ? actor.keyId : null,
  agentSeatId: actor.kind === 'key' ? (actor.seat?.id ?? null) : null,
  ...(actor.kind === 'key' && actor.agent ? { agentPrincipalId: actor.agent.principalId } : {}),
});

/** agent: a program, with a key or with the calls for guests' agents. system: Holdfast itself. */
export type ActorKind = 'guest' | 'agent' | 'host' | 'system';

/** An entry of the activity log about a booking. */
export interface LoggedActor {
  readonly name: string;
  readonly userId: string | null;
  readonly apiKeyId: string | null;
  readonly source: string;
}

/** The sources that only programs use. People use pages. */
export const AGENT_SOURCES = ['public_api', 'public_mcp', 'host_api', 'host_mcp'] as const satisfies BookingSource[];

/** Returns whether a call came from a program. */
export const isAgentSource = (source: string): boolean => (AGENT_SOURCES as readonly string[]).includes(source);

const GUEST_NAMES: ReadonlySet<string> = new Set(['guest', 'not_me']);

/** Returns the kind of actor of a log entry about a booking. */
export function kindOfActor({ name, userId, apiKeyId, source }: LoggedActor): ActorKind {
  if (apiKeyId !== null) return 'agent';
  if (userId !== null || name === 'host') return 'host';
  if (!GUEST_NAMES.has(name)) return 'system';
  return isAgentSource(source) ? 'agent' : 'guest';
}

/** Returns the actor's name; null if the log has none, as for a guest. */
export const nameOfLogged = (actor: LoggedActor): string | null =>
  actor.userId === null && actor.apiKeyId === null ? null : actor.name;

/** Returns the actor who made a booking. Without a log entry, the booking's source decides. */
export function bookedBy(
  actor: LoggedActor | null,
  { source, agentEmail }: { readonly source: BookingSource; readonly agentEmail: string | null },
): { readonly kind: Exclude<ActorKind, 'system'>; readonly name: string | null } {
  if (agentEmail !== null) return { kind: 'agent', name: agentEmail };
  const kind = actor === null ? 'system' : kindOfActor(actor);
  if (actor !== null && kind !== 'system') return { kind, name: nameOfLogged(actor) };
  if (isAgentSource(source)) return { kind: 'agent', name: null };
  return { kind: source === 'dashboard' ? 'host' : 'guest', name: null };
}

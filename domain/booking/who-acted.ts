import type { BookingSource } from '../../schemas/shapes/access.ts';

/** agent: a program, by a key or by the calls for guests' agents. system: the service itself. */
export type ActorKind = 'guest' | 'agent' | 'host' | 'system';

/** An entry of the activity log about a booking. */
export interface LoggedActor {
  readonly name: string;
  readonly userId: string | null;
  readonly apiKeyId: string | null;
  readonly source: string;
}

/** People use pages. All else is called by programs. */
export const AGENT_SOURCES = ['public_api', 'public_mcp', 'host_api', 'host_mcp'] as const satisfies BookingSource[];

/** Whether a call came from a program. */
export const isOfAgent = (source: string): boolean => (AGENT_SOURCES as readonly string[]).includes(source);

const ON_GUESTS_SIDE: ReadonlySet<string> = new Set(['guest', 'not_me']);

/** Who did something to a booking. */
export function kindOfActor({ name, userId, apiKeyId, source }: LoggedActor): ActorKind {
  if (apiKeyId !== null) return 'agent';
  if (userId !== null || name === 'host') return 'host';
  if (!ON_GUESTS_SIDE.has(name)) return 'system';
  return isOfAgent(source) ? 'agent' : 'guest';
}

/** Their name; null: the log has none, as for a guest. */
export const nameOfLogged = (actor: LoggedActor): string | null =>
  actor.userId === null && actor.apiKeyId === null ? null : actor.name;

/** Who made a booking. Without an entry of the log the booking's source decides. */
export function bookedBy(
  actor: LoggedActor | null,
  { source, agentEmail }: { readonly source: BookingSource; readonly agentEmail: string | null },
): { readonly kind: Exclude<ActorKind, 'system'>; readonly name: string | null } {
  if (agentEmail !== null) return { kind: 'agent', name: agentEmail };
  const kind = actor === null ? 'system' : kindOfActor(actor);
  if (actor !== null && kind !== 'system') return { kind, name: nameOfLogged(actor) };
  if (isOfAgent(source)) return { kind: 'agent', name: null };
  return { kind: source === 'dashboard' ? 'host' : 'guest', name: null };
}

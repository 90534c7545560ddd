import { v7 as uuidv7 } from 'uuid';
import type { Actor, SessionActor } from '../domain/access/actor.ts';
import { loggedFacts } from '../domain/activity/logged-facts.ts';
import type { ActedBy } from '../domain/booking/actors.ts';
import { eventOfActivity } from '../domain/webhooks/event-of-change.ts';
import type { BookingSource } from '../schemas/shapes/access.ts';
import type { ActivityAction, SubjectType } from '../schemas/shapes/activity-names.ts';
import { json, type Queryable, type Transaction } from './database.ts';
import { noteEvent } from './webhook-outbox.ts';

export interface Activity {
  /** null: the service itself, as at a trial's end. */
  readonly actor: Actor | Pick<SessionActor, 'kind' | 'userId' | 'username'> | null;
  readonly workspaceId: string;
  readonly source: BookingSource | 'system';
  /** What was done, as in `api_key.revoked`. */
  readonly action: ActivityAction;
  readonly subject: { readonly type: SubjectType; readonly id: string };
  /** Facts of the moment, such as a name. Never a secret. Long ones are cut. */
  readonly data?: Readonly<Record<string, unknown>>;
}

/**
 * Logs who did what, in the transaction that does it. A seat is logged under its display name, an agent as acting for its person, a connected
 * app as its person through it.
 */
export async function logActivity(tx: Transaction, activity: Activity): Promise<void> {
  const { actor, workspaceId, source, action, subject } = activity;
  const data = loggedFacts(activity.data ?? {});
  const key = actor?.kind === 'key' ? actor : null;
  const name = nameOf(actor);
  const id = uuidv7();
  await tx`
    insert into activity_log (id, workspace_id, actor, source, action, subject_type, subject_id, data, user_id, api_key_id, agent_seat_id)
    values (${id}, ${workspaceId}, ${name}, ${source}, ${action}, ${subject.type}, ${subject.id}, ${json(tx, data)},
      ${actor?.userId ?? null}, ${key?.keyId ?? null}, ${key?.seat?.id ?? null})`;
  if (key?.agent) await noteAct(tx, id, key.agent.principalId);
  await noteEventOf(tx, activity, actor?.userId ?? null);
}

/** Integrators hear of some acts: whatever logs one of them tells them. */
async function noteEventOf(
  tx: Transaction,
  { workspaceId, action, subject, data = {} }: Omit<Activity, 'actor'>,
  actorId: string | null,
): Promise<void> {
  const event = eventOfActivity({ action, subjectId: subject.id, facts: data, actorId });
  if (event) await noteEvent(tx, { ...event, workspaceId, subjectId: subject.id });
}

function nameOf(actor: Activity['actor']): string {
  if (actor === null) return 'holdfast';
  if (actor.kind === 'session' || !('keyName' in actor)) return actor.username;
  if (actor.agent) return `${actor.agent.label} for ${actor.agent.prospectEmail}`;
  if (actor.isConnector) return `${actor.username} through ${actor.keyName}`;
  return actor.seat?.displayName ?? actor.keyName;
}

/** The same by ids. The log shows the seat's name, else the key's, else the person's. */
export async function logActedBy(tx: Transaction, activity: Omit<Activity, 'actor'> & { readonly by: ActedBy }) {
  const { by, workspaceId, source, action, subject } = activity;
  const data = loggedFacts(activity.data ?? {});
  const id = uuidv7();
  await tx`
    insert into activity_log (id, workspace_id, actor, source, action, subject_type, subject_id, data, user_id, api_key_id, agent_seat_id)
    values (${id}, ${workspaceId}, coalesce(${nameOfActor(tx, by, workspaceId)}, 'host'),
      ${source}, ${action}, ${subject.type}, ${subject.id}, ${json(tx, data)}, ${by.userId}, ${by.apiKeyId}, ${by.agentSeatId})`;
  if (by.agentPrincipalId) await noteAct(tx, id, by.agentPrincipalId);
  await noteEventOf(tx, activity, by.userId);
}

/** Who acted: the agent and its person, else the seat's name, the person through their app, the key's name, the person's; null: none of them. */
export const nameOfActor = (
  sql: Queryable,
  { userId, apiKeyId, agentSeatId, agentPrincipalId }: Partial<ActedBy>,
  workspaceId: string,
) => sql`coalesce(
  (select agent_label || ' for ' || prospect_email from agent_principals where id = ${agentPrincipalId ?? null}),
  (select display_name from agent_seats where id = ${agentSeatId ?? null}), 
  (select case when k.origin = 'connector' then coalesce(m.username || ' through ', '') || k.name else k.name end
    from api_keys k left join memberships m on m.workspace_id = k.workspace_id and m.user_id = k.created_by_user_id
    where k.id = ${apiKeyId ?? null}),
  (select username from memberships where user_id = ${userId ?? null} and workspace_id = ${workspaceId}))`;

/** The person of an agent sees what it did. */
export const noteAct = (tx: Transaction, activityId: string, principalId: string) => tx`
  insert into agent_acts (activity_id, principal_id, at)
  select ${activityId}, id, clock_timestamp() from agent_principals where id = ${principalId}`;

/** What an update changed, for the log: the fields that differ, before and after. Leave secrets out. */
export const changed = <T extends Readonly<Record<string, unknown>>>(before: T, after: T) => {
  const keys = Object.keys(after).filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]));
  const pick = (all: T) => Object.fromEntries(keys.map((key) => [key, all[key]]));
  return { before: pick(before), after: pick(after) };
};

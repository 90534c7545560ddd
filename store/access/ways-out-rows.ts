import { rolesGivenBy } from '../../domain/access/role-order.ts';
import type { WayOut } from '../../schemas/shapes/ways-out.ts';
import type { Activity } from '../activity.ts';
import { disconnectIn } from '../calendars/connections.ts';
import type { Transaction } from '../database.ts';
import { type EndedBy, logEnding } from './log-ending.ts';
import { madeUntil, madeWithin, type ReachWithKeys } from './reach.ts';
import { switchOffWebhooks } from './webhook-setters.ts';

/** Something that ended. */
export interface EndedThing {
  readonly id: string;
  /** Its workspace; null: none. */
  readonly workspaceId: string | null;
  /** As the log and people know it, such as the host of a receiver. null: it has no name that could be shown. */
  readonly name: string | null;
}

interface EndingCall {
  /** Written to all rows that end together; null: the database's clock. */
  readonly at: Date | null;
  readonly by: EndedBy;
}

type EndRows = (tx: Transaction, reach: ReachWithKeys, call: EndingCall) => Promise<readonly EndedThing[]>;

/**
 * How a way out ends. `rows`: by a change of its rows. `key`: with the key that made it (by triggers). `membership`: whoever
 * reads it asks for a membership that is not leaving. `nothing`: no row could end it.
 */
export type Executor =
  | { readonly by: 'rows'; readonly end: EndRows }
  | { readonly by: 'key' | 'membership' | 'nothing' };

const rows = (end: EndRows): Executor => ({ by: 'rows', end });

const at = (tx: Transaction, call: EndingCall) => (call.at === null ? tx`clock_timestamp()` : tx`${call.at}`);

type Named = EndedThing & { readonly workspaceId: string };

/** Logs each thing that ended in its workspace. */
async function logEach(
  tx: Transaction,
  { by }: EndingCall,
  kind: { readonly action: Activity['action']; readonly type: Activity['subject']['type']; readonly label: string },
  ended: readonly Named[],
): Promise<readonly Named[]> {
  for (const { id, workspaceId, name } of ended)
    await logEnding(tx, by, {
      ...{ workspaceId, action: kind.action, subject: { type: kind.type, id } },
      data: { [kind.label]: name },
    });
  return ended;
}

const endKeys = async (tx: Transaction, reach: ReachWithKeys, call: EndingCall, areApps: boolean) => {
  const ended = await tx<Named[]>`
    update api_keys set revoked_at = ${at(tx, call)}
    where id = any(${[...reach.keyIds]}::uuid[]) and revoked_at is null and (origin = 'connector') = ${areApps}
    returning id, workspace_id as "workspaceId", name`;
  return logEach(tx, call, { action: 'api_key.revoked', type: 'api_key', label: 'name' }, ended);
};

const endSeats: EndRows = async (tx, reach, call) => {
  const ended = await tx<Named[]>`
    update agent_seats set revoked_at = ${at(tx, call)}
    where api_key_id = any(${[...reach.keyIds]}::uuid[]) and revoked_at is null
    returning id, workspace_id as "workspaceId", display_name as name`;
  return logEach(tx, call, { action: 'agent_seat.revoked', type: 'agent_seat', label: 'displayName' }, ended);
};

/** Of a member: those that their role may not send. Of an account: those of any age, since one that waits may have been changed. */
const sentBy = (tx: Transaction, reach: ReachWithKeys) => {
  switch (reach.kind) {
    case 'key':
      return tx`invited_by_key_id = any(${[...reach.keyIds]}::uuid[])`;
    case 'member':
      return tx`workspace_id = ${reach.workspaceId} and invited_by_user_id = ${reach.userId}
        and role <> all(${[...rolesGivenBy(reach.role)]}::text[])`;
    case 'account':
      return tx`invited_by_user_id = ${reach.userId} and ${madeUntil(tx, 'created_at', reach)}`;
  }
};

const endInvitations: EndRows = async (tx, reach, call) => {
  const ended = await tx<Named[]>`
    update invitations set revoked_at = ${at(tx, call)}
    where ${sentBy(tx, reach)} and accepted_at is null and revoked_at is null
    returning id, workspace_id as "workspaceId", email::text as name`;
  return logEach(tx, call, { action: 'invitation.revoked', type: 'invitation', label: 'email' }, ended);
};

const endClaims: EndRows = (tx, reach) => tx<EndedThing[]>`
  update workspace_claims set status = 'withdrawn', ended_at = clock_timestamp()
  where status = 'pending' and ${
    reach.kind === 'member'
      ? tx`workspace_id = ${reach.workspaceId} and requested_by_user_id = ${reach.userId}`
      : tx`api_key_id = any(${[...reach.keyIds]}::uuid[])`
  }
  returning id, workspace_id as "workspaceId", null as name`;

/** What a person allowed and what has no key yet. A key allows nothing. */
const endApprovals: EndRows = async (tx, reach) => {
  if (reach.kind === 'key') return [];
  const theirs =
    reach.kind === 'member'
      ? tx`workspace_id = ${reach.workspaceId} and decided_by_user_id = ${reach.userId}`
      : tx`decided_by_user_id = ${reach.userId} and ${madeUntil(tx, 'decided_at', reach)}`;
  const devices = await tx<EndedThing[]>`
    update device_sessions set status = 'denied' where ${theirs} and status = 'approved'
    returning id, workspace_id as "workspaceId", null as name`;
  const agents = await tx<EndedThing[]>`
    update native_claims set status = 'refused' where ${theirs} and status = 'accepted'
    returning id, workspace_id as "workspaceId", null as name`;
  return [...devices, ...agents];
};

/** A link is void with its key, and once its person leaves; of an account those go that were made in that time. */
const endCalendarLinks: EndRows = async (tx, reach) =>
  reach.kind !== 'account'
    ? []
    : tx<EndedThing[]>`
        delete from calendar_connect_links
        where user_id = ${reach.userId} and ${madeWithin(tx, 'created_at', reach)}
        returning id, workspace_id as "workspaceId", null as name`;

/** Locks the person. Where event types are locked too, that comes first (locks.ts). */
const endCalendars: EndRows = async (tx, reach, call) => {
  if (reach.kind === 'key') return [];
  const { userId } = reach;
  const which =
    reach.kind === 'member' ? tx`workspace_id = ${reach.workspaceId}` : madeWithin(tx, 'consented_at', reach);
  const connections = await tx<(EndedThing & { readonly provider: string })[]>`
    select id, workspace_id as "workspaceId", null as name, provider from calendar_connections
    where user_id = ${userId} and ${which} and status <> 'revoked' order by id`;
  for (const { id, workspaceId, provider } of connections) {
    await disconnectIn(tx, { connectionId: id, userId }, null);
    if (workspaceId === null) continue;
    const subject = { type: 'calendar_connection', id } as const;
    await logEnding(tx, call.by, { workspaceId, action: 'calendar.disconnected', subject, data: { provider, userId } });
  }
  return connections.map(({ id, workspaceId, name }) => ({ id, workspaceId, name }));
};

const endSignIns: EndRows = async (tx, reach) => {
  if (reach.kind !== 'account') return [];
  const ended: EndedThing[] = [];
  for (const table of ['passkeys', 'user_identities'])
    ended.push(
      ...(await tx<EndedThing[]>`
        delete from ${tx(table)} where user_id = ${reach.userId} and ${madeWithin(tx, 'created_at', reach)}
        returning id, null as "workspaceId", null as name`),
    );
  return ended;
};

/** Of an account all sessions end, however old: whoever is signed in may be the wrong person. */
const endSessions: EndRows = async (tx, reach) =>
  reach.kind !== 'account'
    ? []
    : tx<EndedThing[]>`
        update sessions set revoked_at = clock_timestamp()
        where user_id = ${reach.userId} and revoked_at is null and ${madeUntil(tx, 'created_at', reach)}
        returning id, null as "workspaceId", null as name`;

/** By way. A new way out does not compile without its line. */
export const EXECUTORS: Readonly<Record<WayOut, Executor>> = {
  apps: rows((tx, reach, call) => endKeys(tx, reach, call, true)),
  keys: rows((tx, reach, call) => endKeys(tx, reach, call, false)),
  seats: rows(endSeats),
  identities: { by: 'key' },
  invitations: rows(endInvitations),
  claims: rows(endClaims),
  approvals: rows(endApprovals),
  calendarLinks: rows(endCalendarLinks),
  calendars: rows(endCalendars),
  webhooks: rows((tx, reach, { by }) => switchOffWebhooks(tx, reach, by)),
  signIns: rows(endSignIns),
  sessions: rows(endSessions),
  decideLinks: { by: 'membership' },
  receipts: { by: 'membership' },
  videoLinks: { by: 'nothing' },
  shortLinks: { by: 'nothing' },
  embeds: { by: 'nothing' },
  members: { by: 'nothing' },
  imports: { by: 'nothing' },
};

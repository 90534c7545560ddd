import type { Sql } from 'postgres';
import type { Doer } from '../access/api-keys.ts';
import { logActivity } from '../activity.ts';
import type { OverPlanCap } from '../billing/plan-room.ts';
import type { Transaction } from '../database.ts';
import { inRefusableTransaction, type Refuse } from '../refusal.ts';
import { lockTeam, type NoSuchTeam } from '../teams/teams.ts';
import { type EventSlugTaken, type NoSuchEventType, reread, whereSlugIsFree } from './change-event-types.ts';
import {
  type FormsTooLarge,
  lockEventTypeQuota,
  requireEventTypeQuota,
  requireFormQuota,
  type TooManyEventTypes,
} from './event-type-quota.ts';
import { type EventTypeId, type EventTypeRecord, lockEventType, markRestored, readEventType } from './event-types.ts';
import { lockMember, type NoSuchHost, type NoSuchHostSchedule, scheduleFor } from './hosts.ts';

export type RestoreRefusal =
  | EventSlugTaken
  | FormsTooLarge
  | NoSuchEventType
  | NoSuchHost
  | NoSuchHostSchedule
  | NoSuchTeam
  | OverPlanCap
  | TooManyEventTypes;

/**
 * Takes new bookings of an archived event type again, within the caps of a new one. A repeat changes nothing.
 * Refused if its host or team is gone, or if another event type has its slug now.
 */
export async function restoreEventType(
  sql: Sql,
  id: EventTypeId,
  by: Doer,
  now: number,
): Promise<EventTypeRecord | RestoreRefusal> {
  const found = await readEventType(sql, id, now);
  if (!found) return { refused: 'event_type_not_found' };
  const { workspaceId, eventTypeId } = id;
  const address = { workspaceId, hostId: found.host.id, slug: found.settings.slug };
  return whereSlugIsFree(sql, address, () =>
    inRefusableTransaction(sql, async (tx, refuse: Refuse<RestoreRefusal>) => {
      await lockEventTypeQuota(tx, workspaceId);
      const scheduleId = await lockOwner(tx, workspaceId, found, refuse);
      await lockEventType(tx, id);
      const before = await reread(tx, id, now, refuse);
      if (before.archivedAt === null) return before;
      const owner = { workspaceId, ownerId: before.host.id };
      await requireEventTypeQuota(tx, owner, now, refuse);
      await markRestored(tx, eventTypeId, scheduleId);
      if (before.form) await requireFormQuota(tx, owner, refuse);
      const { name, slug } = before.settings;
      const subject = { type: 'event_type', id: eventTypeId } as const;
      await logActivity(tx, { ...by, workspaceId, action: 'event_type.restored', subject, data: { name, slug } });
      return reread(tx, id, now, refuse);
    }),
  );
}

/** @returns the schedule to use: its own, or the host's oldest if that was deleted meanwhile; null: a team's event */
async function lockOwner(
  tx: Transaction,
  workspaceId: string,
  { host, team, settings }: EventTypeRecord,
  refuse: Refuse<NoSuchHost | NoSuchHostSchedule | NoSuchTeam>,
): Promise<string | null> {
  if (team !== null) {
    await lockTeam(tx, { workspaceId, teamId: team.id }, refuse);
    return null;
  }
  await lockMember(tx, { workspaceId, hostId: host.id }, refuse);
  return settings.scheduleId ?? scheduleFor(tx, { workspaceId, hostId: host.id }, null, refuse);
}

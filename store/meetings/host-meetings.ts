import type { Sql } from 'postgres';
import type { Actor } from '../../domain/access/actor.ts';
import type { BookingSource } from '../../schemas/shapes/access.ts';
import type { PackState } from '../../schemas/shapes/prep.ts';
import { logActivity } from '../activity.ts';
import type { EventAddress } from '../bookable/bookable-events.ts';
import { type AnswerEntry, type Booking, readAnswers, readBooking } from '../booking/bookings.ts';
import { eventLinkOf } from '../calendars/event-view.ts';
import { inTransaction, type Queryable, type Transaction } from '../database.ts';
import type { Row } from '../rows.ts';
import { type Meeting, readMeeting } from './meetings.ts';
import { type EndOfRequest, endedAs } from './meetings-list.ts';

/** PostgreSQL announces booking changes here. */
export const BOOKING_CHANNEL = 'bookings';

/** A meeting as the host's side sees it. */
export interface HostMeeting {
  readonly booking: Booking;
  readonly meeting: Meeting;
  readonly version: number;
  readonly bookedAt: Date;
  readonly source: BookingSource;
  readonly hostNotes: string | null;
  /** Opens its event in the calendar of the organizing host; null: it is not there, or not yet. */
  readonly htmlLink: string | null;
  /** null: it has no pack. */
  readonly prepPack: PackState | null;
  readonly sample: boolean;
  /** Made with a test key. */
  readonly testMode: boolean;
  readonly endedAs: EndOfRequest | null;
  /** All hosts, the organizing host first. */
  readonly hostIds: readonly string[];
}

/** A meeting of a workspace; undefined: it has none of this id. */
export async function findHostMeeting(
  sql: Queryable,
  workspaceId: string,
  bookingId: string,
): Promise<HostMeeting | undefined> {
  const [[row], booking, meeting] = await Promise.all([
    sql<
      {
        version: number;
        bookedAt: Date;
        source: BookingSource;
        hostNotes: string | null;
        htmlLink: string | null;
        prepPack: PackState | null;
        sample: boolean;
        testMode: boolean;
        endedAs: EndOfRequest | null;
        others: string[];
      }[]
    >`
      select version::float8 as version, created_at as "bookedAt", source, host_notes as "hostNotes", ${eventLinkOf(sql)} as "htmlLink",
        (select status from prep_packs p where p.booking_id = bookings.id) as "prepPack", is_sample as sample, test_mode as "testMode", ${endedAs(sql, 'bookings')},
        array(select user_id from booking_hosts where booking_id = bookings.id order by position) as others
      from bookings where id = ${bookingId} and workspace_id = ${workspaceId}`,
    readBooking(sql, bookingId),
    readMeeting(sql, bookingId),
  ]);
  if (!row || !booking || !meeting) return undefined;
  const { others, ...rest } = row;
  return { booking, meeting, hostIds: [booking.hostId, ...others], ...rest };
}

/** A guest's answers, in the order of the form. */
export const answersOf = (sql: Queryable, { booking }: HostMeeting): Promise<AnswerEntry[]> =>
  readAnswers(sql, booking.id);

/** How often a booking has changed; undefined: no such booking. */
export async function readVersion(sql: Queryable, bookingId: string): Promise<number | undefined> {
  const [row] = await sql<{ version: number }[]>`
    select version::float8 as version from bookings where id = ${bookingId}`;
  return row?.version;
}

/**
 * Writes the host's notes. The log shows that they changed, not their text. If unchanged, writes nothing.
 * @param also done in the same transaction, if they changed
 */
export const writeNotes = (
  sql: Sql,
  { booking }: HostMeeting,
  notes: string | null,
  { actor, source }: { readonly actor: Actor; readonly source: BookingSource },
  also: (tx: Transaction, bookingId: string) => Promise<void>,
): Promise<void> =>
  inTransaction(sql, async (tx) => {
    const [row] = await tx<Row<'bookings', 'hostNotes'>[]>`
      select host_notes as "hostNotes" from bookings where id = ${booking.id} for no key update`;
    const before = row?.hostNotes ?? null;
    if (before === notes) return;
    await tx`update bookings set host_notes = ${notes}, updated_at = clock_timestamp() where id = ${booking.id}`;
    await also(tx, booking.id);
    const lengths = {
      before: { hostNotesLength: before?.length ?? 0 },
      after: { hostNotesLength: notes?.length ?? 0 },
    };
    await logActivity(tx, {
      actor,
      workspaceId: booking.workspaceId,
      source,
      action: 'booking.notes_changed',
      subject: { type: 'booking', id: booking.id },
      data: lengths,
    });
  });

/** An event type as a booking by id needs it. */
export interface HostEventSummary {
  readonly archived: boolean;
  /** The host, or the members of the team. */
  readonly hostIds: readonly string[];
  readonly address: EventAddress;
}

/** An event type of a workspace, hidden and archived ones too. */
export async function findHostEvent(
  sql: Queryable,
  workspaceId: string,
  eventTypeId: string,
): Promise<HostEventSummary | undefined> {
  const [row] = await sql<
    { archived: boolean; workspace: string; username: string; eventSlug: string; hostIds: string[] }[]
  >`
    select e.archived_at is not null as archived, w.slug as workspace, e.slug as "eventSlug",
      coalesce(m.username, 'team/' || t.slug, '') as username,
      array(select e.host_id where e.host_id is not null
        union all select tm.user_id from team_members tm where tm.team_id = e.team_id) as "hostIds"
    from event_types e
    join workspaces w on w.id = e.workspace_id
    left join memberships m on m.workspace_id = e.workspace_id and m.user_id = e.host_id
    left join teams t on t.id = e.team_id
    where e.id = ${eventTypeId} and e.workspace_id = ${workspaceId}`;
  if (!row) return undefined;
  const { archived, workspace, username, eventSlug, hostIds } = row;
  return { archived, hostIds, address: { workspace, username, eventSlug } };
}

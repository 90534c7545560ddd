import { isDeletedGuest } from '../../domain/booking/meeting.ts';
import type { BookingSource } from '../../schemas/shapes/access.ts';
import type { SentEvent } from '../../schemas/shapes/webhook-events.ts';
import type { DetailsOf } from '../../schemas/shapes/webhook-payloads.ts';
import type { Queryable } from '../database.ts';
import type { StoredEvent } from './delivery-facts.ts';

/** The part that a full payload adds to a state: names, addresses and texts, as they are when it is sent. */
export type EventDetails = Readonly<Record<string, unknown>>;

/** By the event's id; none: what it is about is gone. */
type Found<Details = EventDetails> = ReadonlyMap<string, Details>;

type Reader<Details> = (sql: Queryable, events: readonly StoredEvent[]) => Promise<Found<Details>>;

/** An event without a reader does not compile, nor one that reads something else than its payload says. */
const READERS: { readonly [Type in SentEvent]: Reader<DetailsOf<Type>> } = {
  'booking.created': ofBookings,
  'booking.rescheduled': ofBookings,
  'booking.approved': ofBookings,
  'booking.declined': ofBookings,
  'booking.canceled': ofBookings,
  'booking.no_show': ofBookings,
  'booking.no_show_undone': ofBookings,
  'booking.completed': ofBookings,
  'booking.host_changed': ofBookings,
  'calendar.disconnected': ofPersons,
  'member.joined': ofPersons,
  'member.role_changed': ofPersons,
  'member.removed': ofPersons,
  'seat.created': ofSeats,
  'seat.revoked': ofSeats,
  'checkout.completed': ofCheckouts,
  'webhook.ping': async () => new Map(),
};

/** Reads details at the attempt, so that no delivery has the data of a deleted guest. */
export const readEventDetails = async (sql: Queryable, event: StoredEvent): Promise<EventDetails> =>
  (await readDetails(sql, [event])).get(event.id) ?? {};

/** Reads the details of many events, with one query for each kind. */
export async function readDetails(sql: Queryable, events: readonly StoredEvent[]): Promise<Found> {
  const kinds = new Set<Reader<EventDetails>>(events.map(({ type }) => READERS[type]));
  const found = await Promise.all(
    [...kinds].map((read) =>
      read(
        sql,
        events.filter(({ type }) => READERS[type] === read),
      ),
    ),
  );
  return new Map(found.flatMap((some) => [...some]));
}

interface BookingRow {
  readonly eventId: string;
  readonly guestEmail: string;
  readonly guestName: string | null;
  readonly guestTimezone: string;
  readonly agentEmail: string | null;
  readonly guests: readonly string[];
  readonly answers: readonly { readonly key: string; readonly label: string; readonly value: unknown }[];
  readonly reason: string | null;
  readonly locationType: string;
  readonly locationDetail: string | null;
  readonly joinUrl: string | null;
  readonly source: BookingSource;
  readonly eventType: { readonly id: string; readonly slug: string; readonly name: string };
  readonly host: { readonly id: string; readonly name: string; readonly email: string };
}

/** The host is the event's, and what was written the change's. */
async function ofBookings(
  sql: Queryable,
  events: readonly StoredEvent[],
): Promise<Found<DetailsOf<'booking.created'>>> {
  const hosts = events.map(({ data }) => (typeof data.hostId === 'string' ? data.hostId : null));
  const revisions = events.map(({ data }) => (typeof data.revision === 'number' ? data.revision : 0));
  const rows = await sql<BookingRow[]>`
    select e.id as "eventId", b.guest_email::text as "guestEmail", b.guest_name as "guestName", b.guest_timezone as "guestTimezone",
      b.agent_email::text as "agentEmail", b.location_type as "locationType", b.location_detail as "locationDetail",
      b.join_url as "joinUrl", b.source, c.reason,
      json_build_object('id', t.id, 'slug', t.slug, 'name', t.name) as "eventType",
      json_build_object('id', u.id, 'name', u.name, 'email', u.email) as host,
      coalesce((select json_agg(g.email order by g.position) from booking_guests g where g.booking_id = b.id), '[]') as guests,
      coalesce((select json_agg(json_build_object('key', a.key, 'label', a.label, 'value', a.value) order by a.position)
        from booking_answers a where a.booking_id = b.id), '[]') as answers
    from unnest(${idsOf(events)}::uuid[], ${subjectsOf(events)}::uuid[], ${hosts}::uuid[], ${revisions}::int[]) e (id, booking_id, host_id, revision)
      join bookings b on b.id = e.booking_id join event_types t on t.id = b.event_type_id
      join users u on u.id = coalesce(e.host_id, b.host_id)
      left join booking_changes c on c.booking_id = b.id and c.revision = e.revision`;
  return new Map(rows.map((row) => [row.eventId, bookingDetails(row)]));
}

function bookingDetails({
  eventId: _,
  guestEmail,
  guestName: name,
  guestTimezone: timezone,
  locationType: type,
  locationDetail: detail,
  ...others
}: BookingRow): DetailsOf<'booking.created'> {
  const guest = isDeletedGuest(guestEmail) ? null : { email: guestEmail, name, timezone };
  return { ...others, guests: [...others.guests], answers: [...others.answers], guest, location: { type, detail } };
}

const idsOf = (events: readonly StoredEvent[]) => events.map(({ id }) => id);
const subjectsOf = (events: readonly StoredEvent[]) => events.map(({ subjectId }) => subjectId);

const NOBODY = '00000000-0000-0000-0000-000000000000';

/** `user` is null once the account is deleted. */
async function ofPersons(sql: Queryable, events: readonly StoredEvent[]): Promise<Found<DetailsOf<'member.joined'>>> {
  const idOf = ({ data }: StoredEvent) => (typeof data.userId === 'string' ? data.userId : NOBODY);
  const users = await sql<{ id: string; name: string; email: string }[]>`
    select id, name, email::text from users where id = any(${events.map(idOf)}::uuid[]) and deleted_at is null`;
  const known = new Map(users.map(({ id, ...user }) => [id, user]));
  return new Map(events.map((event) => [event.id, { user: known.get(idOf(event)) ?? null }]));
}

async function ofSeats(sql: Queryable, events: readonly StoredEvent[]): Promise<Found<DetailsOf<'seat.created'>>> {
  const seats = await sql<{ id: string; displayName: string }[]>`
    select id, display_name as "displayName" from agent_seats where id = any(${subjectsOf(events)}::uuid[])`;
  const known = new Map(seats.map(({ id, displayName }) => [id, displayName]));
  return new Map(events.map(({ id, subjectId }) => [id, { displayName: known.get(subjectId) ?? null }]));
}

async function ofCheckouts(
  sql: Queryable,
  events: readonly StoredEvent[],
): Promise<Found<DetailsOf<'checkout.completed'>>> {
  const checkouts = await sql<{ id: string; kind: string; plan: string | null; quantity: number }[]>`
    select id, kind, plan, quantity from checkout_intents where id = any(${subjectsOf(events)}::uuid[])`;
  const known = new Map(checkouts.map(({ id, ...checkout }) => [id, checkout]));
  const gone = { kind: null, plan: null, quantity: null };
  return new Map(events.map(({ id, subjectId }) => [id, known.get(subjectId) ?? gone]));
}

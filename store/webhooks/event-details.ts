import { isDeletedGuest } from '../../domain/meetings/deleted-guest.ts';
import type { WebhookEvent } from '../../schemas/shapes/webhook-events.ts';
import type { Queryable } from '../database.ts';
import type { StoredEvent } from './delivery-facts.ts';

/** What a full payload adds to a state: names, addresses and words, as they are when it leaves. */
export type EventDetails = Readonly<Record<string, unknown>>;

const READERS: Partial<Readonly<Record<WebhookEvent, (sql: Queryable, event: StoredEvent) => Promise<EventDetails>>>> =
  {
    'calendar.disconnected': ofPerson,
    'member.joined': ofPerson,
    'member.role_changed': ofPerson,
    'member.removed': ofPerson,
    'seat.created': ofSeat,
    'seat.revoked': ofSeat,
    'checkout.completed': ofCheckout,
  };

/** Reads them now, so that a guest who was deleted meanwhile is in no delivery. */
export async function readEventDetails(sql: Queryable, event: StoredEvent): Promise<EventDetails> {
  if (event.type === 'webhook.ping') return {};
  return event.type.startsWith('booking.') ? ofBooking(sql, event) : ((await READERS[event.type]?.(sql, event)) ?? {});
}

interface BookingRow {
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
  readonly source: string;
  readonly eventType: { readonly id: string; readonly slug: string; readonly name: string };
  readonly host: { readonly id: string; readonly name: string | null; readonly email: string };
}

/** null: the booking is gone. */
async function ofBooking(sql: Queryable, { subjectId, data }: StoredEvent): Promise<EventDetails> {
  const hostId = typeof data.hostId === 'string' ? data.hostId : null;
  const revision = typeof data.revision === 'number' ? data.revision : 0;
  const [row] = await sql<BookingRow[]>`
    select b.guest_email::text as "guestEmail", b.guest_name as "guestName", b.guest_timezone as "guestTimezone",
      b.agent_email::text as "agentEmail", b.location_type as "locationType", b.location_detail as "locationDetail",
      b.join_url as "joinUrl", b.source, c.reason,
      json_build_object('id', t.id, 'slug', t.slug, 'name', t.name) as "eventType",
      json_build_object('id', u.id, 'name', u.name, 'email', u.email) as host,
      coalesce((select json_agg(g.email order by g.position) from booking_guests g where g.booking_id = b.id), '[]') as guests,
      coalesce((select json_agg(json_build_object('key', a.key, 'label', a.label, 'value', a.value) order by a.position)
        from booking_answers a where a.booking_id = b.id), '[]') as answers
    from bookings b join event_types t on t.id = b.event_type_id join users u on u.id = coalesce(${hostId}::uuid, b.host_id)
      left join booking_changes c on c.booking_id = b.id and c.revision = ${revision}::int
    where b.id = ${subjectId}`;
  if (!row) return {};
  const {
    guestEmail,
    guestName: name,
    guestTimezone: timezone,
    locationType: type,
    locationDetail: detail,
    ...others
  } = row;
  const guest = isDeletedGuest(guestEmail) ? null : { email: guestEmail, name, timezone };
  return { ...others, guest, location: { type, detail } };
}

/** `user` is null once the account is deleted. */
async function ofPerson(sql: Queryable, { data }: StoredEvent): Promise<EventDetails> {
  const userId = typeof data.userId === 'string' ? data.userId : null;
  const [user] = await sql`
    select name, email::text from users where id = ${userId}::uuid and deleted_at is null`;
  return { user: user ?? null };
}

async function ofSeat(sql: Queryable, { subjectId }: StoredEvent): Promise<EventDetails> {
  const [seat] = await sql<{ displayName: string }[]>`
    select display_name as "displayName" from agent_seats where id = ${subjectId}`;
  return { displayName: seat?.displayName ?? null };
}

async function ofCheckout(sql: Queryable, { subjectId }: StoredEvent): Promise<EventDetails> {
  const [checkout] = await sql<{ kind: string; plan: string | null; quantity: number }[]>`
    select kind, plan, quantity from checkout_intents where id = ${subjectId}`;
  return { kind: checkout?.kind ?? null, plan: checkout?.plan ?? null, quantity: checkout?.quantity ?? null };
}

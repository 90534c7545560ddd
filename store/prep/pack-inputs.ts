import { scheduledStatuses } from '../../domain/booking/booking-states.ts';
import { followedAnswers } from '../../domain/forms/conditions.ts';
import { hostTexts } from '../../domain/prep/host-texts.ts';
import type { GuestHistory, PackInput } from '../../domain/prep/pack-input.ts';
import type { FormField } from '../../schemas/shapes/forms.ts';
import type { PrepTemplate } from '../../schemas/shapes/prep.ts';
import type { WorkspacePrepTexts } from '../../schemas/shapes/prep-texts.ts';
import type { BookingStatus } from '../../schemas/shapes/public-calendar.ts';
import { type AnswerEntry, readAnswers } from '../booking/bookings.ts';
import type { Queryable } from '../database.ts';
import { isScheduledIn } from '../live-bookings.ts';
import { readMeeting } from '../meetings/meetings.ts';
import { readEnrichment } from './enrichments.ts';

/** Meetings of a guest that count as history, of each status: the last ones. */
const MAX_MEETINGS = 200;

interface Row {
  readonly template: PrepTemplate;
  readonly texts: WorkspacePrepTexts;
  readonly hostNotes: string | null;
  readonly bookedAt: Date;
  readonly reschedules: number;
  readonly hadCredits: boolean;
  /** The event's questions as they are now; null: it has no form any more. */
  readonly fields: readonly FormField[] | null;
}

/** The reader of a pack, whose history and time zone it has. */
export interface PackReader {
  readonly userId: string;
  /** IANA zone */
  readonly timezone: string;
}

/**
 * All that a pack is made from; undefined: no such booking, or its guest was not classified yet (`beginPrep`).
 * @param reader default: the host whose booking it is
 */
export async function readPackInput(
  sql: Queryable,
  bookingId: string,
  reader?: PackReader,
): Promise<PackInput | undefined> {
  const [meeting, [row], answers, enrichment, history] = await Promise.all([
    readMeeting(sql, bookingId),
    sql<Row[]>`
      select e.prep_template as template, w.prep_texts as texts, b.host_notes as "hostNotes", b.created_at as "bookedAt",
        (select count(*)::int from booking_changes c where c.booking_id = b.id and c.previous_start_at is not null
          and c.actor = 'guest') as reschedules,
        exists (select 1 from credit_entries c where c.workspace_id = b.workspace_id) as "hadCredits", f.fields
      from bookings b join event_types e on e.id = b.event_type_id left join forms f on f.id = e.form_id
        join workspaces w on w.id = b.workspace_id where b.id = ${bookingId}`,
    readAnswers(sql, bookingId),
    readEnrichment(sql, bookingId),
    readHistory(sql, bookingId, reader?.userId ?? null),
  ]);
  if (!meeting || !row || !enrichment?.emailClass) return undefined;
  const colleagues =
    enrichment.domain === null
      ? null
      : await readColleagues(sql, bookingId, { hostId: reader?.userId ?? null, domain: enrichment.domain });
  const { guestName: name, guestEmail: email, guestTimezone: timezone, startMs, endMs } = meeting;
  return {
    bookingId,
    enrichmentRecordId: enrichment.id,
    template: row.template,
    texts: hostTexts(row.template, row.texts),
    eventType: { name: meeting.eventName, durationMinutes: Math.round((endMs - startMs) / 60_000) },
    startMs,
    bookedMs: row.bookedAt.getTime(),
    hostTimezone: reader?.timezone ?? meeting.hostTimezone,
    guest: {
      ...{ name, email, timezone },
      isByAgent: meeting.agentEmail !== null,
      furtherGuests: meeting.guests.length,
      reschedules: row.reschedules,
    },
    answers: withParents(answers, row.fields ?? []),
    hostNotes: row.hostNotes,
    history: { ...history, ...(colleagues && { colleagues }) },
    emailClass: enrichment.emailClass,
    companyDomain: enrichment.domain,
    lookUp: {
      ...{ status: enrichment.status, facts: enrichment.facts, isStale: enrichment.isStale },
      ...(enrichment.status === 'skipped_no_credits' && {
        credits: row.hadCredits ? ('used' as const) : ('never' as const),
      }),
    },
  };
}

/** Answers that follow another say which. The others have no field for it: the fingerprints of their packs stay (docs/decisions/prep.md#made-by-rule). */
function withParents(answers: readonly AnswerEntry[], fields: readonly FormField[]): PackInput['answers'] {
  const followed = followedAnswers(
    fields,
    answers.map(({ key }) => key),
  );
  return answers.map(({ key, label, display }) => {
    const follows = followed.get(key);
    return { key, label, display, ...(follows !== undefined && { follows }) };
  });
}

/** All but requests. */
const KNOWN_STATUSES = ['completed', ...scheduledStatuses, 'no_show', 'canceled'] satisfies BookingStatus[];

/** The condition of a booking `o`: it took place, by the clock where its flow has not noticed its end. */
const tookPlace = (sql: Queryable) => sql`(o.status = 'completed' or ${isScheduledIn(sql, 'o')} and o.end_at < now())`;

/** The meetings of a guest and a host in this workspace, bookings of test keys apart. @param hostId null: the booking's own */
export async function readHistory(sql: Queryable, bookingId: string, hostId: string | null): Promise<GuestHistory> {
  const [row] = await sql<
    (Omit<GuestHistory, 'lastMetAtMs' | 'lastNotes'> & { lastMetAt: Date | null; lastNotes: string | null })[]
  >`
    with meetings as (
      select o.* from bookings b cross join unnest(${KNOWN_STATUSES}::text[]) as known (status)
      -- One status after the other, by the index bookings_list_guest: a guest with thousands of bookings costs no more than MAX_MEETINGS.
      cross join lateral (
        select o.start_at, e.name, o.status, case when ${everyHostWasIn(sql)} then o.host_notes end as notes, ${tookPlace(sql)} as took_place
        from bookings o join event_types e on e.id = o.event_type_id
        where o.guest_email = b.guest_email and o.workspace_id = b.workspace_id and o.status = known.status
          and o.id <> b.id and o.test_mode = b.test_mode
          and (o.host_id = coalesce(${hostId}, b.host_id)
            or exists (select 1 from booking_hosts h where h.booking_id = o.id and h.user_id = coalesce(${hostId}, b.host_id)))
        order by o.start_at desc limit ${MAX_MEETINGS}
      ) o where b.id = ${bookingId}
    )
    select count(*) filter (where took_place)::int as completed, count(*) filter (where status = 'no_show')::int as "noShows",
      count(*) filter (where status = 'canceled')::int as canceled,
      count(*) filter (where ${isScheduledIn(sql, 'meetings')} and not took_place)::int as upcoming,
      max(start_at) filter (where took_place) as "lastMetAt",
      (array_agg(name order by start_at desc) filter (where took_place))[1] as "lastEventTypeName",
      (array_agg(notes order by start_at desc) filter (where took_place))[1] as "lastNotes"
    from meetings`;
  const { lastMetAt, lastNotes, ...counts } = row ?? {
    ...{ completed: 0, noShows: 0, canceled: 0, upcoming: 0 },
    ...{ lastMetAt: null, lastEventTypeName: null, lastNotes: null },
  };
  return { ...counts, lastMetAtMs: lastMetAt?.getTime() ?? null, ...(lastNotes && { lastNotes }) };
}

/** All hosts of a meeting read its pack: it has notes of an earlier one only if all of them were in that, too. */
const everyHostWasIn = (sql: Queryable) => sql`not exists (
  select 1 from booking_hosts h where h.booking_id = b.id and h.user_id <> o.host_id
    and not exists (select 1 from booking_hosts was where was.booking_id = o.id and was.user_id = h.user_id))`;

/** Latest meetings of a host among which others of the guest's company are looked for. */
const MAX_OF_HOST = 500;

interface Company {
  /** null: the booking's own host */
  readonly hostId: string | null;
  /** Registrable; never a personal mail provider's. */
  readonly domain: string;
}

/** The host's past meetings in this workspace with others who write from a company's domain, bookings of test keys apart; null: none. */
export async function readColleagues(
  sql: Queryable,
  bookingId: string,
  { hostId, domain }: Company,
): Promise<GuestHistory['colleagues'] | null> {
  const [row] = await sql<{ people: number; lastMetAt: Date | null }[]>`
    select count(distinct o.guest_email)::int as people, max(o.start_at) as "lastMetAt"
    from bookings b cross join lateral (
      -- By the index bookings_host.
      select * from bookings o where o.host_id = coalesce(${hostId}, b.host_id) and o.start_at < now() order by o.start_at desc limit ${MAX_OF_HOST}
    ) o
    where b.id = ${bookingId} and o.workspace_id = b.workspace_id and o.test_mode = b.test_mode and o.guest_email <> b.guest_email
      and ${tookPlace(sql)}
      and lower(right(o.guest_email::text, ${domain.length + 1})) in (${`@${domain}`}, ${`.${domain}`})`;
  return row?.lastMetAt ? { people: row.people, lastMetAtMs: row.lastMetAt.getTime() } : null;
}

import type { MeetingFacts, MeetingHost } from '../../domain/booking/meeting.ts';
import type { BookingStatus, LocationType } from '../../schemas/shapes/public-calendar.ts';
import { DEFAULT_LANGUAGE, type Language, languageOfRow } from '../../texts/languages.ts';
import { mailLanguage, mailRegion } from '../accounts/mail-reader.ts';
import { FORMER_HOST, hostTimezone } from '../bookable/event-rows.ts';
import { type OtherHost, readMailedHosts } from '../booking/booking-hosts.ts';
import { readAnswers, readGuests } from '../booking/bookings.ts';
import { linkByCalendar } from '../calendars/events.ts';
import { mailedHost } from '../calendars/shut-out.ts';
import type { Queryable } from '../database.ts';
import { personZone } from '../person-zone.ts';

/** A booking with its names: what mails, invites and the web pages of a meeting show. */
export interface Meeting extends MeetingFacts {
  readonly status: BookingStatus;
  readonly workspaceSlug: string;
  /** The host's; null: they have left the workspace. */
  readonly username: string | null;
  /** Of the booked calendar: the host's username, or `team/{slug}` with the team's zone. Never null: see `FORMER_HOST`. */
  readonly calendarUsername: string;
  /** IANA zone */
  readonly calendarTimezone: string;
  readonly eventTypeId: string;
  readonly eventSlug: string;
  readonly durationMinutes: number;
  readonly decideByMs: number | null;
  /** Made with a test key: its mails are stored and never sent. */
  readonly testMode: boolean;
  /** The guest proved the address. */
  readonly guestProved: boolean;
  /** The further guests get no mail until the guest proves the address. */
  readonly guestsWait: boolean;
  /** The subject of the link to decide: see `decideToken`. */
  readonly decideSubject: string;
  /** When the guest moves it after approval, the host must approve again. */
  readonly moveNeedsApproval: boolean;
  /** Its event type wants prep packs. */
  readonly wantsPack: boolean;
}

interface MeetingRow {
  readonly workspaceId: string;
  readonly workspaceSlug: string;
  readonly workspaceName: string;
  readonly accentColor: string | null;
  readonly avatarFile: string | null;
  readonly username: string | null;
  readonly calendarUsername: string;
  readonly teamTimezone: string | null;
  readonly eventTypeId: string;
  readonly eventSlug: string;
  readonly eventName: string;
  readonly durationMinutes: number;
  readonly hostName: string;
  readonly hostEmail: string;
  readonly hostTimezone: string | null;
  readonly hostLanguage: string | null;
  readonly hostRegion: string | null;
  readonly status: BookingStatus;
  readonly guestName: string | null;
  readonly guestEmail: string;
  readonly guestTimezone: string;
  readonly agentEmail: string | null;
  readonly startAt: Date;
  readonly endAt: Date;
  readonly locationType: LocationType;
  readonly locationDetail: string | null;
  readonly joinUrl: string | null;
  readonly linkByCalendar: 'coming' | 'failed' | null;
  readonly decideBy: Date | null;
  readonly testMode: boolean;
  readonly guestProved: boolean;
  readonly guestsWait: boolean;
  readonly language: string;
  readonly region: string | null;
  readonly decideSubject: string;
  readonly moveNeedsApproval: boolean;
  readonly wantsPack: boolean;
  readonly revision: number;
}

const mailedIn = (letters: string | null): Language => languageOfRow(letters ?? DEFAULT_LANGUAGE);

/** How the hosts read mails. */
const hostsOf = (
  row: MeetingRow,
  others: readonly OtherHost[],
): Pick<Meeting, 'hostLanguage' | 'hostRegion' | 'otherHosts'> => ({
  hostLanguage: mailedIn(row.hostLanguage),
  hostRegion: row.hostRegion,
  otherHosts: others.map(({ userId, name, email, timezone, language, region }) => ({
    ...{ userId, name, email, region, language: mailedIn(language) },
    timezone: timezone ?? row.hostTimezone ?? 'UTC',
  })),
});

const toMeeting = (
  bookingId: string,
  row: MeetingRow,
  otherHosts: readonly OtherHost[],
): Omit<Meeting, 'guests' | 'answers'> => ({
  bookingId,
  workspaceId: row.workspaceId,
  workspaceSlug: row.workspaceSlug,
  workspaceName: row.workspaceName,
  brand: { colour: row.accentColor, avatarFile: row.avatarFile },
  username: row.username,
  calendarUsername: row.calendarUsername,
  calendarTimezone: row.teamTimezone ?? row.hostTimezone ?? 'UTC',
  ...{ eventTypeId: row.eventTypeId, eventSlug: row.eventSlug },
  eventName: row.eventName,
  durationMinutes: row.durationMinutes,
  hostName: row.hostName,
  hostEmail: row.hostEmail,
  hostTimezone: row.hostTimezone ?? 'UTC',
  ...hostsOf(row, otherHosts),
  status: row.status,
  guestName: row.guestName,
  guestEmail: row.guestEmail,
  guestTimezone: row.guestTimezone,
  agentEmail: row.agentEmail,
  startMs: row.startAt.getTime(),
  endMs: row.endAt.getTime(),
  locationType: row.locationType,
  locationDetail: row.locationDetail,
  joinUrl: row.joinUrl,
  linkByCalendar: row.linkByCalendar,
  decideByMs: row.decideBy?.getTime() ?? null,
  testMode: row.testMode,
  guestProved: row.guestProved,
  guestsWait: row.guestsWait,
  language: languageOfRow(row.language),
  region: row.region,
  decideSubject: row.decideSubject,
  moveNeedsApproval: row.moveNeedsApproval,
  wantsPack: row.wantsPack,
  sequence: row.revision - 1,
});

/** Reads a whole meeting; undefined: no such id. */
export async function readMeeting(sql: Queryable, bookingId: string): Promise<Meeting | undefined> {
  const [[row], otherHosts, guests, answers] = await Promise.all([
    sql<MeetingRow[]>`
      select b.workspace_id as "workspaceId", w.slug as "workspaceSlug", w.name as "workspaceName", w.accent_color as "accentColor", a.file as "avatarFile", m.username, e.id as "eventTypeId", e.slug as "eventSlug",
        e.name as "eventName", e.duration_minutes as "durationMinutes", host.name as "hostName", u.email::text as "hostEmail", ${mailLanguage(sql)} as "hostLanguage", ${mailRegion(sql)} as "hostRegion",
        ${hostTimezone(sql)}, coalesce('team/' || t.slug, m.username, em.username, ${FORMER_HOST}) as "calendarUsername", t.timezone as "teamTimezone", b.status, b.guest_name as "guestName", b.guest_email::text as "guestEmail", b.guest_timezone as "guestTimezone",
        b.agent_email::text as "agentEmail", b.start_at as "startAt", b.end_at as "endAt", b.location_type as "locationType", b.location_detail as "locationDetail", b.join_url as "joinUrl", ${linkByCalendar(sql, bookingId)} as "linkByCalendar", b.decide_by as "decideBy", b.revision,
        b.test_mode as "testMode", b.guest_proved as "guestProved", b.guests_wait as "guestsWait", b.language, b.region, e.requires_approval and e.reapprove_on_reschedule as "moveNeedsApproval", e.prep as "wantsPack", case when exists (select 1 from booking_changes c where c.booking_id = b.id and c.kind = 'host_changed')
          then concat(b.id, '/', b.host_id) else b.id::text end as "decideSubject"
      from bookings b
      join workspaces w on w.id = b.workspace_id
      join event_types e on e.id = b.event_type_id
      join users host on host.id = b.host_id
      join ${mailedHost(sql)}
      left join memberships m on m.workspace_id = b.workspace_id and m.user_id = b.host_id
      left join memberships em on em.workspace_id = b.workspace_id and em.user_id = e.host_id
      left join schedules s on s.id = e.schedule_id
      left join teams t on t.id = e.team_id
      left join workspace_avatars a on a.workspace_id = w.id
      where b.id = ${bookingId}`,
    readMailedHosts(sql, bookingId),
    readGuests(sql, bookingId),
    readAnswers(sql, bookingId),
  ]);
  return row && { ...toMeeting(bookingId, row, otherHosts), guests, answers };
}

/** A person, and how they read mails; undefined: deleted. */
export async function readFormerHost(sql: Queryable, userId: string): Promise<Omit<MeetingHost, 'userId'> | undefined> {
  const [row] = await sql<
    { name: string; email: string; timezone: string; language: string | null; region: string | null }[]
  >`
    select name, email::text, ${personZone(sql, 'u.id')} as timezone, ${mailLanguage(sql)} as language, ${mailRegion(sql)} as region from users u where id = ${userId}`;
  return row && { ...row, language: mailedIn(row.language) };
}

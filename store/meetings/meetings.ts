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
  workspace_id: string;
  workspace_slug: string;
  workspace_name: string;
  accent_color: string | null;
  avatar_file: string | null;
  username: string | null;
  calendar_username: string;
  team_timezone: string | null;
  event_type_id: string;
  event_slug: string;
  event_name: string;
  duration_minutes: number;
  host_name: string;
  host_email: string;
  host_timezone: string | null;
  host_language: string | null;
  host_region: string | null;
  status: BookingStatus;
  guest_name: string | null;
  guest_email: string;
  guest_timezone: string;
  agent_email: string | null;
  start_at: Date;
  end_at: Date;
  location_type: LocationType;
  location_detail: string | null;
  join_url: string | null;
  link_by_calendar: 'coming' | 'failed' | null;
  decide_by: Date | null;
  test_mode: boolean;
  guest_proved: boolean;
  guests_wait: boolean;
  language: string;
  region: string | null;
  decide_subject: string;
  move_needs_approval: boolean;
  wants_pack: boolean;
  revision: number;
}

const mailedIn = (letters: string | null): Language => languageOfRow(letters ?? DEFAULT_LANGUAGE);

/** How the hosts read mails. */
const hostsOf = (
  row: MeetingRow,
  others: readonly OtherHost[],
): Pick<Meeting, 'hostLanguage' | 'hostRegion' | 'otherHosts'> => ({
  hostLanguage: mailedIn(row.host_language),
  hostRegion: row.host_region,
  otherHosts: others.map(({ userId, name, email, timezone, language, region }) => ({
    ...{ userId, name, email, region, language: mailedIn(language) },
    timezone: timezone ?? row.host_timezone ?? 'UTC',
  })),
});

const toMeeting = (
  bookingId: string,
  row: MeetingRow,
  otherHosts: readonly OtherHost[],
): Omit<Meeting, 'guests' | 'answers'> => ({
  bookingId,
  workspaceId: row.workspace_id,
  workspaceSlug: row.workspace_slug,
  workspaceName: row.workspace_name,
  brand: { colour: row.accent_color, avatarFile: row.avatar_file },
  username: row.username,
  calendarUsername: row.calendar_username,
  calendarTimezone: row.team_timezone ?? row.host_timezone ?? 'UTC',
  ...{ eventTypeId: row.event_type_id, eventSlug: row.event_slug },
  eventName: row.event_name,
  durationMinutes: row.duration_minutes,
  hostName: row.host_name,
  hostEmail: row.host_email,
  hostTimezone: row.host_timezone ?? 'UTC',
  ...hostsOf(row, otherHosts),
  status: row.status,
  guestName: row.guest_name,
  guestEmail: row.guest_email,
  guestTimezone: row.guest_timezone,
  agentEmail: row.agent_email,
  startMs: row.start_at.getTime(),
  endMs: row.end_at.getTime(),
  locationType: row.location_type,
  locationDetail: row.location_detail,
  joinUrl: row.join_url,
  linkByCalendar: row.link_by_calendar,
  decideByMs: row.decide_by?.getTime() ?? null,
  testMode: row.test_mode,
  guestProved: row.guest_proved,
  guestsWait: row.guests_wait,
  language: languageOfRow(row.language),
  region: row.region,
  decideSubject: row.decide_subject,
  moveNeedsApproval: row.move_needs_approval,
  wantsPack: row.wants_pack,
  sequence: row.revision - 1,
});

/** Reads a whole meeting; undefined: no such id. */
export async function readMeeting(sql: Queryable, bookingId: string): Promise<Meeting | undefined> {
  const [[row], otherHosts, guests, answers] = await Promise.all([
    sql<MeetingRow[]>`
      select b.workspace_id, w.slug as workspace_slug, w.name as workspace_name, w.accent_color, a.file as avatar_file, m.username, e.id as event_type_id, e.slug as event_slug,
        e.name as event_name, e.duration_minutes, host.name as host_name, u.email::text as host_email, ${mailLanguage(sql)} as host_language, ${mailRegion(sql)} as host_region,
        ${hostTimezone(sql)}, coalesce('team/' || t.slug, m.username, em.username, ${FORMER_HOST}) as calendar_username, t.timezone as team_timezone, b.status, b.guest_name, b.guest_email::text, b.guest_timezone,
        b.agent_email::text, b.start_at, b.end_at, b.location_type, b.location_detail, b.join_url, ${linkByCalendar(sql, bookingId)} as link_by_calendar, b.decide_by, b.revision,
        b.test_mode, b.guest_proved, b.guests_wait, b.language, b.region, e.requires_approval and e.reapprove_on_reschedule as move_needs_approval, e.prep as wants_pack, case when exists (select 1 from booking_changes c where c.booking_id = b.id and c.kind = 'host_changed')
          then concat(b.id, '/', b.host_id) else b.id::text end as decide_subject
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

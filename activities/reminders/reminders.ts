import type { Sql } from 'postgres';
import { isScheduled } from '../../domain/booking/booking-states.ts';
import { asOtherHost } from '../../domain/booking/meeting.ts';
import type { ReminderOutcome, RemindersReport } from '../../domain/booking/reminder-outcomes.ts';
import type { MailService, OutgoingMail } from '../../domain/mail/mail.ts';
import { addressHash, remindersToken } from '../../domain/mail/recipient-tokens.ts';
import type { PlannedReminder } from '../../domain/reminders/reminder-times.ts';
import { readersOf, sideOf, timeOf } from '../../domain/reminders/reminders.ts';
import { manageToken, type Secrets } from '../../domain/secrets.ts';
import { DAY_MS } from '../../domain/time/civil.ts';
import type { Reminder } from '../../schemas/shapes/reminders.ts';
import { readHostNetworks } from '../../store/mail/host-networks.ts';
import { isRefusedAddress } from '../../store/mail/refused-addresses.ts';
import { giveBackMail, reserveMail } from '../../store/mail/unsolicited-mail.ts';
import { type Meeting, readMeeting } from '../../store/meetings/meetings.ts';
import {
  type DueReminders,
  isReminderRefused,
  readDueReminders,
  settleReminders,
} from '../../store/reminders/reminders.ts';
import type { AnnouncementLinks } from '../booking/announcements.ts';
import { type ReminderMail, renderReminder } from '../mail/reminder-message.ts';
import { deliver, type Mailer, MailRound, testMailer } from '../mail/send.ts';
import { meetingForUnproven, serviceForUnproven } from '../mail/unproven.ts';

export interface ReminderDependencies {
  readonly sql: Sql;
  readonly secrets: Secrets;
  readonly mailer: Mailer;
  readonly service: MailService;
  readonly links: AnnouncementLinks;
  readonly now: () => number;
  /** Reports to Temporal that the activity is still running. */
  readonly heartbeat: () => void;
  /** Called once it is settled what became of a planned mail. */
  readonly onReminder: (reminder: SettledReminder) => void;
}

/** A planned mail that has left, or is not to leave. It holds no address: it is logged. */
export interface SettledReminder {
  readonly bookingId: string;
  /** The id of the rule in the event type's `reminders`. */
  readonly reminderId: string;
  /** Not `to`: the log takes that for an address, and hides it. */
  readonly reader: 'guest' | 'host';
  readonly outcome: ReminderOutcome;
}

interface ReminderToSend {
  readonly meeting: Meeting;
  readonly planned: PlannedReminder;
  readonly rule: Reminder;
  /** Further hosts who are in the workspace. */
  readonly members: readonly string[];
  /** The workspace's own side made the booking. */
  readonly byHost: boolean;
}

/** What was read counts for so long: mails that leave in one go need one read, and those of a slow provider one each. */
const FRESH_MS = 1_000;

/** A reminder that comes later than this is none: the service was away, or its database was restored (docs/decisions/mail.md#reminders). */
const LATEST_MS = DAY_MS;

/**
 * Sends the reminders of a booking whose time has come. Booking and event type are read again: what was canceled, moved, marked or switched
 * off meanwhile is dropped. Both are settled, and told with their outcome.
 * @throws the first failure, after all were tried
 */
export async function remind(dependencies: ReminderDependencies, bookingId: string): Promise<RemindersReport> {
  const { sql, heartbeat, onReminder } = dependencies;
  const latest = latestOf(sql, bookingId);
  const { due } = await latest();
  const round = new MailRound();
  const settled: { readonly planned: PlannedReminder; readonly outcome: ReminderOutcome }[] = [];
  for (const planned of due) {
    heartbeat();
    await round.send(async () => {
      const wanted = stillWanted(await latest(), planned);
      const outcome = typeof wanted === 'string' ? wanted : await mail(dependencies, wanted);
      settled.push({ planned, outcome });
    });
  }
  const plans = settled.map(({ planned }) => planned);
  const waitMs = await settleReminders(sql, bookingId, plans);
  for (const { planned, outcome } of settled)
    onReminder({ bookingId, reminderId: planned.id, reader: planned.to, outcome });
  round.end();
  return { outcomes: counted(settled), waitMs };
}

function counted(settled: readonly { readonly outcome: ReminderOutcome }[]): RemindersReport['outcomes'] {
  const counts: Partial<Record<ReminderOutcome, number>> = {};
  for (const { outcome } of settled) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}

/** A booking as it was read. */
interface Latest extends DueReminders {
  readonly meeting: Meeting | undefined;
}

/** Reads a booking, again once what was read is older than {@link FRESH_MS}. */
function latestOf(sql: Sql, bookingId: string): () => Promise<Latest> {
  let known: { readonly latest: Latest; readonly readMs: number } | undefined;
  return async () => {
    const readMs = performance.now();
    if (known && readMs - known.readMs < FRESH_MS) return known.latest;
    const [due, meeting] = await Promise.all([readDueReminders(sql, bookingId), readMeeting(sql, bookingId)]);
    known = { latest: { ...due, meeting }, readMs };
    return known.latest;
  };
}

/** The reminder, if it is still to leave; else why not. */
function stillWanted(
  { due, rules, meeting, now, isDeleted, members, byHost }: Latest,
  planned: PlannedReminder,
): ReminderToSend | ReminderOutcome {
  const rule = rules.find(({ id }) => id === planned.id);
  const isPlanned = due.some((one) => one.id === planned.id && one.to === planned.to && one.atMs === planned.atMs);
  if (!meeting || !isPlanned) return 'meeting_changed';
  if (isLate(planned, meeting, now)) return 'too_late';
  if (!happens(planned, meeting)) return 'meeting_changed';
  if (!rule || !fits(rule, planned)) return 'rule_removed';
  if (isDeleted && planned.side !== 'before') return 'workspace_deleted';
  return { meeting, planned, rule, members, byHost };
}

/** The event type's reminder still goes to this reader, and its words are for this side of the meeting. */
const fits = (rule: Reminder, { side, to }: PlannedReminder): boolean =>
  sideOf(timeOf(rule)) === side && readersOf(rule.to).includes(to);

/** The meeting is what the reminder speaks of: still to come, held, or missed. */
function happens({ side }: PlannedReminder, { status }: Meeting): boolean {
  if (side === 'no_show') return status === 'no_show';
  return isScheduled(status) || (side === 'after' ? status === 'completed' : false);
}

const isLate = ({ side, atMs }: PlannedReminder, { startMs }: Meeting, now: number): boolean =>
  atMs === null || now - atMs > LATEST_MS || (side === 'before' && now >= startMs);

/** Repeating sends nothing twice. @throws if it may succeed later */
const mail = (dependencies: ReminderDependencies, reminder: ReminderToSend): Promise<ReminderOutcome> =>
  reminder.planned.to === 'host' ? mailHosts(dependencies, reminder) : mailGuest(dependencies, reminder);

/** Each host who is still in the workspace gets a mail of their own, in their language and zone. */
async function mailHosts(
  dependencies: ReminderDependencies,
  { meeting, planned, rule, members }: ReminderToSend,
): Promise<ReminderOutcome> {
  const mailTo = (of: Meeting) => renderReminder(dependencies.service, mailOf(dependencies, of, planned, rule));
  const others = meeting.otherHosts.filter(({ userId }) => userId === undefined || members.includes(userId));
  const mails = [
    ...(meeting.username === null ? [] : [mailTo(meeting)]),
    ...others.map((other) => {
      const mail = mailTo(asOtherHost(meeting, other));
      return { ...mail, key: `${mail.key}-${other.userId?.slice(-12) ?? 'host'}` };
    }),
  ];
  const outcomes: ReminderOutcome[] = [];
  for (const mail of mails) outcomes.push(await send(dependencies, meeting, mail));
  return outcomes.find((outcome) => outcome === 'left') ?? outcomes[0] ?? 'host_gone';
}

async function mailGuest(dependencies: ReminderDependencies, reminder: ReminderToSend): Promise<ReminderOutcome> {
  const { meeting, planned, rule } = reminder;
  const { sql, secrets, service } = dependencies;
  const hash = addressHash(secrets, meeting.guestEmail);
  if (meeting.workspaceId !== null && (await isReminderRefused(sql, meeting.workspaceId, hash)))
    return 'refused_by_guest';
  if (!meeting.guestProved) return mailUnprovenGuest(dependencies, reminder, hash);
  return send(dependencies, meeting, renderReminder(service, mailOf(dependencies, meeting, planned, rule)));
}

/**
 * Who has proved nothing gets our words alone, within the caps of such mails: a workspace that may mail strangers what it likes, at times of
 * its choice, is a relay for spam (docs/decisions/mail.md#caps). Over a cap the reminder is left out.
 */
async function mailUnprovenGuest(
  dependencies: ReminderDependencies,
  { meeting, planned, rule, byHost }: ReminderToSend,
  hash: Buffer,
): Promise<ReminderOutcome> {
  const { sql, secrets, service } = dependencies;
  if (await isRefusedAddress(sql, hash)) return 'refused_by_guest';
  const facts = mailOf(dependencies, meeting, planned, { ...rule, subject: null, text: null });
  const mail = renderReminder(serviceForUnproven(service, secrets, meeting.guestEmail, meeting.testMode), {
    ...facts,
    meeting: meetingForUnproven(meeting, 'guest', facts.manageUrl),
  });
  if (meeting.testMode || meeting.workspaceId === null) return send(dependencies, meeting, mail);
  // Counts for who made the booking: a stranger uses up nothing of the host's.
  const { workspaceId, guestEmail } = meeting;
  const unpaidNetworks = byHost ? await readHostNetworks(sql, { workspaceId, by: null, clientNetwork: null }) : [];
  const unsolicited = {
    workspaceId,
    byHost,
    guest: guestEmail,
    furtherGuests: [],
    clientNetwork: null,
    unpaidNetworks,
  };
  // Counted first: what a crash leaves uncounted would pass the cap.
  const countedAt = await reserveMail(sql, unsolicited, dependencies.now());
  if (countedAt === null) return 'over_cap';
  try {
    return await send(dependencies, meeting, mail);
  } catch (error) {
    // It is tried again, and counted again.
    await giveBackMail(sql, unsolicited, countedAt);
    throw error;
  }
}

/** The row decides: mails about a test booking never reach a real inbox. */
async function send(
  { sql, mailer, now, heartbeat }: ReminderDependencies,
  { bookingId, testMode }: Meeting,
  mail: OutgoingMail,
): Promise<ReminderOutcome> {
  heartbeat();
  const delivered = await deliver(testMode ? testMailer(sql, { bookingId, now }) : mailer, mail);
  return delivered === 'accepted' ? 'left' : 'undeliverable';
}

function mailOf(
  { links, secrets, now }: ReminderDependencies,
  meeting: Meeting,
  planned: PlannedReminder,
  { subject, text }: Reminder,
): ReminderMail {
  const { bookingId, workspaceId, workspaceSlug, calendarUsername, eventSlug, eventTypeId, guestTimezone } = meeting;
  const token =
    meeting.testMode || workspaceId === null
      ? 'not-in-test-mails'
      : remindersToken(secrets, workspaceId, meeting.guestEmail);
  return {
    ...{ meeting, planned, own: { subject, text }, nowMs: now() },
    manageUrl: `${links.publicUrl}/manage/${manageToken(secrets, bookingId)}`,
    meetingUrl: `${links.appUrl}/meetings/${bookingId}`,
    packUrl: meeting.wantsPack ? `${links.appUrl}/meetings/${bookingId}/prep` : null,
    bookAgainUrl: `${links.publicUrl}/${workspaceSlug}/${calendarUsername}/${eventSlug}?timezone=${encodeURIComponent(guestTimezone)}`,
    stopUrl: `${links.publicUrl}/no-mail/${token}`,
    settingsUrl: `${links.appUrl}/event-types/${eventTypeId}?${new URLSearchParams({ workspace: workspaceSlug })}#reminders`,
  };
}

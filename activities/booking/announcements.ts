import { asOtherHost, type Recipient } from '../../domain/booking/meeting.ts';
import type { MailService, OutgoingMail } from '../../domain/mail/mail.ts';
import { decideToken, manageToken, type Secrets } from '../../domain/secrets.ts';
import type { Change } from '../../store/booking/booking-changes.ts';
import type { Meeting } from '../../store/meetings/meetings.ts';
import { renderCanceled } from '../mail/cancel-message.ts';
import { type FormerHost, renderHandedOver, renderHostChanged } from '../mail/host-changed-message.ts';
import { renderConfirmation, renderRescheduled } from '../mail/messages.ts';
import { renderDeclined, renderExpired, renderPending } from '../mail/request-messages.ts';

export interface AnnouncementLinks {
  readonly appUrl: string;
  readonly publicUrl: string;
}

/** One change, all that is needed to put it into words. */
interface Announcement {
  readonly service: MailService;
  readonly meeting: Meeting;
  readonly change: Change;
  readonly manageUrl: string;
  readonly decideUrl: string;
  /** the event's open times in the guest's zone */
  readonly bookAgainUrl: string;
  /** The change came before any approval. */
  readonly pending: boolean;
  /** host_changed: who hosted before; null: nobody, or they are gone. */
  readonly formerHost: FormerHost | null;
  /** host_changed: who took over. */
  readonly newHost: FormerHost | null;
  readonly nowMs: number;
}

/** The mails that tell everyone concerned of one change; their keys make each leave once. */
export function announcementMails(
  service: MailService,
  links: AnnouncementLinks,
  secrets: Secrets,
  facts: Pick<Announcement, 'meeting' | 'change' | 'pending' | 'nowMs'> & {
    readonly formerHost?: FormerHost | null;
    readonly newHost?: FormerHost | null;
  },
): OutgoingMail[] {
  const { change, nowMs, pending, formerHost = null, newHost = null } = facts;
  const isRequest = isAboutRequest(change, pending);
  // Told as it was at this change: a later one has a mail of its own.
  const told = { ...facts.meeting, startMs: change.startMs, endMs: change.endMs, sequence: change.revision - 1 };
  const meeting = isRequest || change.kind === 'canceled' ? withoutJoinDetails(told) : told;
  const announcement: Announcement = {
    service,
    meeting,
    change,
    pending,
    formerHost,
    newHost,
    nowMs,
    manageUrl: `${links.publicUrl}/manage/${manageToken(secrets, meeting.bookingId)}`,
    decideUrl: `${links.appUrl}/decide/${decideToken(secrets, meeting.decideSubject)}`,
    bookAgainUrl: `${links.publicUrl}/${meeting.workspaceSlug}/${meeting.calendarUsername}/${meeting.eventSlug}?timezone=${encodeURIComponent(meeting.guestTimezone)}`,
  };
  const everyone: Recipient[] = ['guest', 'host', ...meeting.guests.map((extraGuest) => ({ extraGuest }))];
  const both = ['guest', 'host'] as const;
  if (change.kind === 'host_changed') return hostChangedMails(announcement, pending ? both : everyone);
  const mailsTo = (told: Announcement, recipients: readonly Recipient[]) =>
    isRequest
      ? recipients.flatMap((recipient) => (typeof recipient === 'string' ? requestMail(told, recipient) : []))
      : recipients.flatMap((recipient) => meetingMail(told, recipient));
  return [...mailsTo(announcement, isRequest ? both : everyone), ...otherHostsMails(announcement, mailsTo)];
}

/** Whoever meets besides hears what the host hears, each in a mail of their own. */
const otherHostsMails = (
  announcement: Announcement,
  mailsTo: (told: Announcement, recipients: readonly Recipient[]) => OutgoingMail[],
): OutgoingMail[] =>
  announcement.meeting.otherHosts.flatMap((other) =>
    mailsTo({ ...announcement, meeting: asOtherHost(announcement.meeting, other) }, ['host']).map((mail) => ({
      ...mail,
      // The end of the id, which is random: a key has 80 characters at most.
      key: `${mail.key}-${other.userId?.slice(-12) ?? 'host'}`,
    })),
  );

/**
 * The new host of a request is asked to decide; guests, new and former host hear who hosts now. Where they meet besides an organizing
 * host, the meeting is told as theirs.
 */
function hostChangedMails(
  { service, formerHost, newHost, ...facts }: Announcement,
  recipients: readonly Recipient[],
): OutgoingMail[] {
  const { pending } = facts;
  if (formerHost === null) return [];
  const besides = facts.meeting.otherHosts.find(({ email }) => email === newHost?.email);
  const meeting = besides ? asOtherHost(facts.meeting, besides) : facts.meeting;
  const told = { ...facts, meeting, formerHost, wasPending: pending };
  return [
    ...recipients.map((recipient) =>
      pending && recipient === 'host' && !besides
        ? renderPending(service, { ...told, recipient, expiresAtMs: meeting.decideByMs, previousStartMs: null })
        : renderHostChanged(service, {
            ...told,
            recipient,
            meeting: pending ? toldOfRequest(meeting, recipient) : meeting,
          }),
    ),
    renderHandedOver(service, told),
  ];
}

/** A request, and all that becomes of it before the host approves. */
const isAboutRequest = ({ kind }: Change, pending: boolean): boolean =>
  kind === 'requested' || kind === 'declined' || kind === 'expired' || (pending && kind !== 'approved');

/** The way in is for meetings that take place. */
const withoutJoinDetails = (meeting: Meeting): Meeting =>
  meeting.joinUrl === null ? meeting : { ...meeting, joinUrl: null, locationDetail: null };

/** Whoever asks hears neither street nor number before the host has approved: hosts know their own. */
const toldOfRequest = (meeting: Meeting, recipient: Recipient): Meeting =>
  recipient === 'host' ? meeting : { ...meeting, joinUrl: null, locationDetail: null };

/** A request that nobody approved yet concerns guest and host alone. */
function requestMail({ service, ...asked }: Announcement, recipient: 'guest' | 'host'): OutgoingMail[] {
  const facts = { ...asked, meeting: toldOfRequest(asked.meeting, recipient) };
  const { meeting, change, bookAgainUrl } = facts;
  switch (change.kind) {
    case 'declined':
      return [renderDeclined(service, { meeting, recipient, reason: change.reason, bookAgainUrl })];
    case 'expired':
      return [renderExpired(service, { meeting, recipient, bookAgainUrl })];
    case 'canceled':
      return [canceledMail({ service, ...facts }, recipient, true)];
    default:
      return [
        renderPending(service, {
          ...facts,
          recipient,
          expiresAtMs: meeting.decideByMs,
          previousStartMs: change.previousStartMs,
        }),
      ];
  }
}

function meetingMail(announcement: Announcement, recipient: Recipient): OutgoingMail[] {
  const { service, change, ...facts } = announcement;
  switch (change.kind) {
    case 'confirmed':
      return [renderConfirmation(service, { ...facts, recipient, by: change.actor === 'host' ? 'host' : 'guest' })];
    case 'approved':
      return [renderConfirmation(service, { ...facts, recipient })];
    case 'rescheduled':
      return [
        renderRescheduled(service, {
          ...facts,
          recipient,
          previousStartMs: change.previousStartMs ?? change.startMs,
          by: change.actor === 'host' ? 'host' : 'guest',
        }),
      ];
    case 'canceled':
      return [canceledMail(announcement, recipient, false)];
    default:
      return [];
  }
}

const canceledMail = (
  { service, change, ...facts }: Announcement,
  recipient: Recipient,
  wasPending: boolean,
): OutgoingMail =>
  renderCanceled(service, { ...facts, recipient, by: change.actor, reason: change.reason, wasPending });

import { asOtherHost, type MeetingHost, type Recipient } from '../../domain/booking/meeting.ts';
import type { HostEventState } from '../../domain/calendars/event-work.ts';
import { linkless } from '../../domain/mail/linkless.ts';
import type { MailService, OutgoingMail } from '../../domain/mail/mail.ts';
import { invitedToken } from '../../domain/mail/recipient-tokens.ts';
import { decideToken, manageToken, type Secrets } from '../../domain/secrets.ts';
import type { Change, KnownTime } from '../../store/booking/booking-changes.ts';
import type { Meeting } from '../../store/meetings/meetings.ts';
import { renderCanceled } from '../mail/cancel-message.ts';
import { renderConfirmation } from '../mail/confirmation-message.ts';
import { type FormerHost, renderHandedOver, renderHostChanged } from '../mail/host-changed-message.ts';
import { renderLinkReady } from '../mail/link-message.ts';
import { renderDeclined, renderExpired, renderPending } from '../mail/request-messages.ts';
import { renderRescheduled } from '../mail/reschedule-message.ts';
import { meetingForUnproven, serviceForUnproven } from '../mail/unproven.ts';

export interface AnnouncementLinks {
  readonly appUrl: string;
  readonly publicUrl: string;
}

/** One change, with all that its mails need. */
interface Announcement {
  readonly service: MailService;
  readonly meeting: Meeting;
  readonly change: Change;
  readonly manageUrl: string;
  readonly decideUrl: string;
  /** the event's open times in the guest's zone */
  readonly bookAgainUrl: string;
  /** the pack's page; null: the event type wants no packs */
  readonly packUrl: string | null;
  /** the meeting's page, for hosts */
  readonly meetingUrl: string;
  /** The change came before any approval. */
  readonly pending: boolean;
  /** It was confirmed or approved before: further guests know of it. */
  readonly invited: boolean;
  /** host_changed: the host before; null: none, or their account is gone. */
  readonly formerHost: FormerHost | null;
  /** host_changed: the host now. */
  readonly newHost: FormerHost | null;
  readonly secrets: Secrets;
  readonly nowMs: number;
  /** The further guests get no mail about it yet. */
  readonly guestsWait: boolean;
  /** The state of the event in the calendars of hosts, a former host's too. */
  readonly calendars: readonly HostEventState[];
  /** Of the host to whom the mails to the host go. */
  readonly hostCalendar: HostEventState | undefined;
}

/** The recipients of mails. Mails to hosts may wait for the event in their calendar. */
export type Audience = 'guests' | 'hosts';

/** The facts of one change. */
type Facts = Pick<Announcement, 'meeting' | 'change' | 'pending' | 'invited' | 'nowMs'> & {
  readonly formerHost?: FormerHost | null;
  readonly newHost?: FormerHost | null;
  readonly calendars?: readonly HostEventState[];
};

/**
 * The mails of one change, to everyone whom it concerns. Each has a key, so it leaves once.
 * @param audience absent: all mails
 */
export function announcementMails(
  service: MailService,
  links: AnnouncementLinks,
  secrets: Secrets,
  { audience, ...facts }: Facts & { readonly audience?: Audience },
): OutgoingMail[] {
  const announcement = announcementOf(service, links, secrets, facts);
  const { change, meeting, pending, invited } = announcement;
  const isRequest = isAboutRequest(change, pending);
  const isTo = (recipient: Recipient) => audience === undefined || (recipient === 'host') === (audience === 'hosts');
  const furtherGuests = furtherGuestsOf(meeting, change).filter(isTo);
  if (change.toWaitingGuests) return waitingMails(announcement, facts.meeting, furtherGuests);
  const both = bothOf(meeting, change).filter(isTo);
  const everyone: Recipient[] = [...both, ...(change.guestsWait ? [] : furtherGuests)];
  if (change.kind === 'host_changed') return hostChangedMails(announcement, pending ? both : everyone, isTo('host'));
  const mailsTo = (changed: Announcement, recipients: readonly Recipient[]) =>
    recipients.flatMap((recipient) =>
      (isRequest ? requestMail : meetingMail)(forRecipient(changed, recipient), recipient),
    );
  if (change.quiet) return facts.meeting.guestProved && isTo('guest') ? mailsTo(announcement, ['guest']) : [];
  return [
    ...mailsTo(announcement, isRequest && !invited ? both : everyone),
    ...(isTo('host') ? otherHostsMails(announcement, mailsTo) : []),
  ];
}

function announcementOf(
  service: MailService,
  links: AnnouncementLinks,
  secrets: Secrets,
  { formerHost = null, newHost = null, calendars = [], ...facts }: Facts,
): Announcement {
  const { change, pending } = facts;
  // The meeting as it was at this change: a later change has its own mail.
  const atChange = { ...facts.meeting, startMs: change.startMs, endMs: change.endMs, sequence: change.revision - 1 };
  const takesPlace = !isAboutRequest(change, pending) && change.kind !== 'canceled';
  const meeting = takesPlace ? atChange : withoutJoinDetails(atChange);
  return {
    ...facts,
    ...{ service, meeting, secrets, formerHost, newHost, calendars },
    guestsWait: (change.guestsWait ?? false) && meeting.guests.length > 0,
    hostCalendar: calendars.find(({ isOrganizer }) => isOrganizer),
    manageUrl: `${links.publicUrl}/manage/${manageToken(secrets, meeting.bookingId)}`,
    decideUrl: `${links.appUrl}/decide/${decideToken(secrets, meeting.decideSubject)}`,
    meetingUrl: `${links.appUrl}/meetings/${meeting.bookingId}`,
    packUrl: meeting.wantsPack ? `${links.appUrl}/meetings/${meeting.bookingId}/prep` : null,
    bookAgainUrl: `${links.publicUrl}/${meeting.workspaceSlug}/${meeting.calendarUsername}/${meeting.eventSlug}?timezone=${encodeURIComponent(meeting.guestTimezone)}`,
  };
}

/** The recipient's mail of this move waits for room. */
const isPostponed = ({ waiting = [] }: Change, email: string): boolean => waiting.includes(email);

const furtherGuestsOf = ({ guests }: Meeting, change: Change): Recipient[] =>
  guests.filter((email) => !isPostponed(change, email)).map((extraGuest) => ({ extraGuest }));

/** Guest and host; the host alone while the guest's mail waits. */
const bothOf = ({ guestEmail }: Meeting, change: Change): readonly ('guest' | 'host')[] =>
  isPostponed(change, guestEmail) ? ['host'] : ['guest', 'host'];

/** The mail of a move to one recipient whose mail waited for room, from the time that they know. */
export function waitedMails(
  service: MailService,
  links: AnnouncementLinks,
  secrets: Secrets,
  facts: Pick<Announcement, 'meeting' | 'change' | 'pending' | 'invited' | 'nowMs'>,
  due: KnownTime,
): OutgoingMail[] {
  const { meeting, change } = facts;
  const waiting = [meeting.guestEmail, ...meeting.guests].filter((email) => email !== due.email);
  const asKnown = {
    ...change,
    waiting,
    previousStartMs: due.startMs,
    previousEndMs: due.endMs,
    guestsWait: false,
    toWaitingGuests: false,
  };
  const mails = announcementMails(service, links, secrets, { ...facts, change: asKnown, audience: 'guests' });
  return mails.filter(({ to }) => to === due.email);
}

/** The mails that waited for the guest's click: the move to those who know of the meeting, else an invitation to it as it is now. */
const waitingMails = (announcement: Announcement, now: Meeting, recipients: readonly Recipient[]): OutgoingMail[] =>
  recipients.map((recipient) => {
    if (announcement.change.kind === 'rescheduled') {
      const { service, ...facts } = forRecipient(announcement, recipient);
      // Of several moves that waited, the last one's time before is not the one that they know.
      return renderRescheduled(service, { ...facts, recipient, previousStartMs: null, by: 'guest' });
    }
    const { service, ...facts } = forRecipient({ ...announcement, meeting: now }, recipient);
    return renderConfirmation(service, { ...facts, recipient, by: 'guest', again: facts.invited });
  });

/** Returns the part of a meeting that a recipient may see. Further guests are unverified; a guest is verified only by a code (docs/decisions/mail.md#text-for-strangers). */
function forRecipient<T extends Announcement>(announcement: T, recipient: Recipient): T {
  const { service, secrets, meeting, change, formerHost, manageUrl } = announcement;
  if (recipient === 'host') return announcement;
  const [address, ourUrl] =
    recipient === 'guest'
      ? [meeting.guestEmail, manageUrl]
      : [recipient.extraGuest, `${service.publicUrl}/invited/${invitedToken(secrets, meeting.bookingId)}`];
  const known = change.knownTimes?.find(({ email }) => email === address);
  const asKnown = known ? { ...meeting, startMs: known.startMs, endMs: known.endMs } : meeting;
  if (recipient === 'guest' && meeting.guestProved) return { ...announcement, meeting: asKnown };
  return {
    ...announcement,
    service: serviceForUnproven(service, secrets, address, meeting.testMode),
    meeting: meetingForUnproven(asKnown, recipient, ourUrl),
    change: { ...change, reason: change.reason === null ? null : linkless(change.reason) },
    formerHost: formerHost && { ...formerHost, name: linkless(formerHost.name) },
  };
}

/** The same for another host of the meeting. */
const asOther = (announcement: Announcement, other: MeetingHost): Announcement => ({
  ...announcement,
  meeting: asOtherHost(announcement.meeting, other),
  hostCalendar: announcement.calendars.find(({ userId }) => userId === other.userId),
});

/** Every other host of the meeting gets the host's mail, in a mail of their own. */
const otherHostsMails = (
  announcement: Announcement,
  mailsTo: (changed: Announcement, recipients: readonly Recipient[]) => OutgoingMail[],
): OutgoingMail[] =>
  announcement.meeting.otherHosts.flatMap((other) =>
    mailsTo(asOther(announcement, other), ['host']).map((mail) => ({
      ...mail,
      // The end of the id is random, and a key has 80 characters at most.
      key: `${mail.key}-${other.userId?.slice(-12) ?? 'host'}`,
    })),
  );

/**
 * The new host of a request is asked to decide. Guests, the new and the former host get a mail that names the new host. If the new host
 * is not the organizing host, the mails describe the meeting as theirs.
 */
function hostChangedMails(
  announcement: Announcement,
  recipients: readonly Recipient[],
  notifiesFormerHost: boolean,
): OutgoingMail[] {
  const { service, formerHost, newHost, pending } = announcement;
  if (formerHost === null) return [];
  const other = announcement.meeting.otherHosts.find(({ email }) => email === newHost?.email);
  const forNewHost = other ? asOther(announcement, other) : announcement;
  const { meeting, calendars, change } = forNewHost;
  const changed = { ...forNewHost, formerHost, wasPending: pending };
  const formerCalendar = calendars.find(({ userId }) => userId === change.previousHostId);
  return [
    ...recipients.map((recipient) => {
      if (pending && recipient === 'host' && !other)
        return renderPending(service, {
          ...changed,
          recipient,
          expiresAtMs: meeting.decideByMs,
          previousStartMs: null,
        });
      const mail = forRecipient(changed, recipient);
      return renderHostChanged(mail.service, {
        ...mail,
        recipient,
        formerHost: mail.formerHost ?? formerHost,
        meeting: pending ? forRequest(mail.meeting, recipient) : mail.meeting,
      });
    }),
    ...(notifiesFormerHost ? [renderHandedOver(service, { ...changed, formerCalendar })] : []),
  ];
}

/**
 * The calendars of the hosts to whom a change brings a calendar file with the meeting, if their calendar does not have it.
 * @param calendars of all its hosts, also former ones
 */
export function askedForFile(
  { change, pending }: Pick<Announcement, 'change' | 'pending'>,
  calendars: readonly HostEventState[],
): HostEventState[] {
  if (!INVITES.has(change.kind) || isAboutRequest(change, pending) || change.toWaitingGuests || change.quiet) return [];
  return calendars.filter(
    ({ userId, isHost }) => isHost && (change.kind !== 'host_changed' || userId === change.newHostId),
  );
}

/** Changes whose mails bring an invite. */
const INVITES: ReadonlySet<Change['kind']> = new Set([
  ...(['confirmed', 'approved', 'rescheduled', 'link_ready', 'host_changed'] as const),
]);

/** A request, and every change of it before the host approves. */
const isAboutRequest = ({ kind }: Change, pending: boolean): boolean =>
  kind === 'requested' || kind === 'declined' || kind === 'expired' || (pending && kind !== 'approved');

/** Join details are for meetings that take place. */
const withoutJoinDetails = (meeting: Meeting): Meeting =>
  meeting.joinUrl === null ? meeting : { ...meeting, joinUrl: null, locationDetail: null };

/** A guest sees neither address nor phone number before the host has approved; the host does. */
const forRequest = (meeting: Meeting, recipient: Recipient): Meeting =>
  recipient === 'host' ? meeting : { ...meeting, joinUrl: null, locationDetail: null };

/**
 * A request that is not approved yet concerns the guest and the host only. If it was a meeting before, further guests get mails too: the
 * meeting waits again, or does not take place.
 */
function requestMail({ service, ...request }: Announcement, recipient: Recipient): OutgoingMail[] {
  const facts = { ...request, meeting: forRequest(request.meeting, recipient) };
  const { meeting, change, bookAgainUrl } = facts;
  const isEnd = change.kind === 'declined' || change.kind === 'expired' || change.kind === 'canceled';
  if (isEnd && typeof recipient !== 'string') return [canceledMail({ service, ...facts }, recipient, true)];
  const party = recipient === 'host' ? 'host' : 'guest';
  switch (change.kind) {
    case 'declined':
      return [renderDeclined(service, { meeting, recipient: party, reason: change.reason, bookAgainUrl })];
    case 'expired':
      return [renderExpired(service, { meeting, recipient: party, bookAgainUrl })];
    case 'canceled':
      return [canceledMail({ service, ...facts }, recipient, true)];
    default:
      return [
        renderPending(service, {
          ...facts,
          recipient,
          expiresAtMs: meeting.decideByMs,
          previousStartMs: change.previousStartMs,
          previousEndMs: change.previousEndMs ?? null,
          reason: change.reason,
          asksAgain: change.kind === 'requested' && change.previousStartMs !== null,
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
      return [renderConfirmation(service, { ...facts, recipient, again: facts.invited })];
    case 'link_ready':
      return [renderLinkReady(service, { ...facts, recipient })];
    case 'rescheduled':
      return [
        renderRescheduled(service, {
          ...facts,
          recipient,
          previousStartMs: change.previousStartMs ?? change.startMs,
          previousEndMs: change.previousEndMs ?? null,
          reason: change.reason,
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
  renderCanceled(service, {
    ...{ ...facts, recipient, by: change.actor, reason: change.reason, wasPending },
    inCalendar: change.inCalendar ?? false,
  });

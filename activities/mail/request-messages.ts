import type { MailService, OutgoingMail } from '../../domain/mail.ts';
import type { MeetingFacts } from '../../domain/meeting.ts';
import {
  composeMail,
  meetingAddresses,
  meetingDetails,
  meetingFooter,
  meetingMailKey,
  namesOf,
  shortStart,
  zoneOf,
} from './mail-parts.ts';
import { guestLinks } from './messages.ts';
import { instantInWords } from './times.ts';

/** A booking that waits for the host's approval. Extra guests hear of it once it is confirmed. */
export interface RequestMail {
  readonly meeting: MeetingFacts;
  readonly recipient: 'guest' | 'host';
}

/** Asks the host to approve or decline, tells the guest that nothing is settled yet. No invite: there is no meeting yet. */
export function renderPending(
  service: MailService,
  mail: RequestMail & {
    /** `{public_url}/manage/{token}`, for the guest */
    readonly manageUrl: string | null;
    /** `{app_url}/decide/{token}`, for the host */
    readonly decideUrl: string | null;
    /** when the request ends unanswered; null leaves it unsaid */
    readonly expiresAtMs: number | null;
    /** set when a waiting request was moved */
    readonly previousStartMs?: number | null;
  },
): OutgoingMail {
  const { meeting, recipient, decideUrl, expiresAtMs } = mail;
  const { event, host, guest } = namesOf(meeting);
  const start = shortStart(meeting, recipient);
  const toHost = recipient === 'host';
  const end = expiresAtMs === null ? null : instantInWords(expiresAtMs, zoneOf(meeting, recipient));
  return composeMail(
    service,
    {
      key: meetingMailKey(meeting, `pending-${meeting.sequence}`, recipient),
      workspaceId: meeting.workspaceId,
      ...meetingAddresses(meeting, recipient),
      kind: 'booking_pending',
      subject: toHost
        ? `Approve or decline: ${event} with ${guest}, ${start}`
        : `Waiting for ${host}: ${event}, ${start}`,
    },
    {
      preview: start,
      heading: toHost ? 'A booking waits for your answer' : 'Your request is with your host',
      blocks: [
        { kind: 'paragraph', text: pendingLead(mail) },
        { kind: 'details', rows: meetingDetails(meeting, recipient, mail) },
        ...(toHost && decideUrl ? [{ kind: 'action' as const, label: 'Approve or decline', url: decideUrl }] : []),
        ...(end ? [{ kind: 'aside' as const, text: `Without an answer the request ends on ${end}.` }] : []),
        ...guestLinks(mail),
      ],
      footer: meetingFooter(service, meeting, recipient),
    },
  );
}

function pendingLead({ meeting, recipient }: RequestMail): string {
  const { event, host, guest } = namesOf(meeting);
  if (recipient === 'host') return `${guest} asks for “${event}”. The time is held until you answer.`;
  const asked = meeting.agentEmail ? `The agent at ${meeting.agentEmail} asked` : 'You asked';
  return `${asked} for “${event}”. ${host} approves or declines each request; you get a mail either way.`;
}

/** The host said no. */
export function renderDeclined(
  service: MailService,
  mail: RequestMail & { readonly reason: string | null; readonly bookAgainUrl: string | null },
): OutgoingMail {
  const { event, host, guest } = namesOf(mail.meeting);
  return renderRequestEnd(service, mail, 'declined', {
    subject: mail.recipient === 'host' ? `Declined: ${event} with ${guest}` : `Declined: ${event} with ${host}`,
    heading: mail.recipient === 'host' ? 'You declined a request' : 'Your request was declined',
    lead:
      mail.recipient === 'host'
        ? `${guest} has been told. The time is free again.`
        : `${host} cannot take “${event}” at this time.`,
  });
}

/** Nobody answered in time. */
export function renderExpired(
  service: MailService,
  mail: RequestMail & { readonly bookAgainUrl: string | null },
): OutgoingMail {
  const { event, host, guest } = namesOf(mail.meeting);
  return renderRequestEnd(service, { ...mail, reason: null }, 'expired', {
    subject:
      mail.recipient === 'host' ? `Not answered: ${event} with ${guest}` : `Not confirmed: ${event} with ${host}`,
    heading: mail.recipient === 'host' ? 'A request ended unanswered' : 'Your request was not answered in time',
    lead:
      mail.recipient === 'host'
        ? `${guest} asked for “${event}” and has been told that it will not take place. The time is free again.`
        : `${host} did not confirm “${event}” in time, so it will not take place.`,
  });
}

function renderRequestEnd(
  service: MailService,
  mail: RequestMail & { readonly reason: string | null; readonly bookAgainUrl: string | null },
  step: 'declined' | 'expired',
  words: { readonly subject: string; readonly heading: string; readonly lead: string },
): OutgoingMail {
  const { meeting, recipient, bookAgainUrl } = mail;
  const again = recipient === 'guest' && bookAgainUrl !== null;
  return composeMail(
    service,
    {
      key: meetingMailKey(meeting, step, recipient),
      workspaceId: meeting.workspaceId,
      ...meetingAddresses(meeting, recipient),
      kind: 'booking_canceled',
      subject: `${words.subject}, ${shortStart(meeting, recipient)}`,
    },
    {
      preview: words.lead,
      heading: words.heading,
      blocks: [
        { kind: 'paragraph', text: words.lead },
        { kind: 'details', rows: meetingDetails(meeting, recipient, mail) },
        ...(again ? [{ kind: 'action' as const, label: 'Choose another time', url: bookAgainUrl }] : []),
      ],
      footer: meetingFooter(service, meeting, recipient),
    },
  );
}

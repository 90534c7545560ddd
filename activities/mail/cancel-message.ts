import { renderInvite } from '../../domain/invite.ts';
import type { MailService, OutgoingMail } from '../../domain/mail.ts';
import {
  composeMail,
  meetingAddresses,
  meetingDetails,
  meetingFooter,
  meetingMailKey,
  namesOf,
  shortStart,
} from './mail-parts.ts';
import { byRecipient, type MeetingMail } from './messages.ts';

/** Who ended a meeting; `not_me` is a guest who never asked for it. */
export type CanceledBy = 'guest' | 'host' | 'system' | 'not_me';

export interface CanceledMail extends Omit<MeetingMail, 'manageUrl'> {
  readonly by: CanceledBy;
  /** the canceler's own words; extra guests do not see them */
  readonly reason: string | null;
  /** a request that was never confirmed has no invite to take back */
  readonly wasPending: boolean;
  /** where the guest finds other times, or null */
  readonly bookAgainUrl: string | null;
}

/** The meeting is off: `meeting` holds the raised sequence, so that calendars take the invite back. */
export function renderCanceled(service: MailService, mail: CanceledMail): OutgoingMail {
  const { meeting, recipient, by, wasPending, bookAgainUrl } = mail;
  const { event, host, guest } = namesOf(meeting);
  const other = recipient === 'host' ? guest : host;
  const again = recipient === 'guest' && by !== 'not_me' && bookAgainUrl !== null;
  const lead = canceledLead(mail);
  return composeMail(
    service,
    {
      key: meetingMailKey(meeting, 'canceled', recipient),
      workspaceId: meeting.workspaceId,
      ...meetingAddresses(meeting, recipient),
      kind: 'booking_canceled',
      subject: `Canceled: ${event} with ${other}, ${shortStart(meeting, recipient)}`,
      attachments: wasPending ? [] : [renderInvite(service, { ...mail, manageUrl: null, method: 'CANCEL' })],
    },
    {
      preview: lead,
      heading: wasPending ? 'The request is canceled' : 'The meeting is canceled',
      blocks: [
        { kind: 'paragraph', text: lead },
        { kind: 'details', rows: meetingDetails(meeting, recipient, { reason: shownReason(mail) }) },
        ...(again ? [{ kind: 'action' as const, label: 'Choose another time', url: bookAgainUrl }] : []),
      ],
      footer: meetingFooter(service, meeting, recipient),
    },
  );
}

function shownReason({ recipient, reason }: CanceledMail): string | null {
  return typeof recipient === 'string' ? reason : null;
}

function canceledLead({ meeting, recipient, by }: CanceledMail): string {
  const { event, host, guest } = namesOf(meeting);
  const what = `“${event}”`;
  const free = 'The time is free again.';
  switch (by) {
    case 'guest':
      return byRecipient(recipient, {
        guest: `You canceled ${what} with ${host}.`,
        host: `${guest} canceled ${what}. ${free}`,
        extra: `${guest} canceled ${what} with ${host}.`,
      });
    case 'host':
      return byRecipient(recipient, {
        guest: `${host} canceled ${what}.`,
        host: `You canceled ${what} with ${guest}. ${free}`,
        extra: `${host} canceled ${what}.`,
      });
    case 'not_me':
      return byRecipient(recipient, {
        guest: `You told us that you did not ask for ${what} with ${host}. It is canceled, and your host knows.`,
        host: `${guest} says that they did not ask for ${what}, so it is canceled. ${free}`,
        extra: `${what} with ${host} will not take place.`,
      });
    case 'system':
      return `${what} with ${recipient === 'host' ? guest : host} will not take place.`;
  }
}

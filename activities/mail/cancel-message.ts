import type { MailService, OutgoingMail } from '../../domain/mail/mail.ts';
import { canceledTexts, requestTexts } from '../../texts/en/mails/meetings.ts';
import { namesOf, shortStart, wordsFor } from './mail-parts.ts';
import { byRecipient, composeMeetingMail, inviteFor, type MeetingMail } from './meeting-mail.ts';

/** Who canceled a meeting; `not_me`: a guest who did not ask for it. */
export type CanceledBy = 'guest' | 'host' | 'system' | 'not_me';

export interface CanceledMail extends Omit<MeetingMail, 'manageUrl'> {
  readonly by: CanceledBy;
  /** the host did it by deleting the event in their calendar */
  readonly inCalendar?: boolean;
  /** the reason given; extra guests do not see it */
  readonly reason: string | null;
  /** it was an unconfirmed request, so there is no invite to cancel */
  readonly wasPending: boolean;
  /** link to other times for the guest, or null */
  readonly bookAgainUrl: string | null;
}

/** A canceled meeting. `meeting` has the higher sequence, so that calendars remove the event. */
export function renderCanceled(service: MailService, mail: CanceledMail): OutgoingMail {
  const { meeting, recipient, by, wasPending, bookAgainUrl } = mail;
  const { event, host, guest } = namesOf(meeting, recipient);
  const words = wordsFor(canceledTexts, meeting, recipient);
  const other = recipient === 'host' ? guest : host;
  const again = recipient === 'guest' && by !== 'not_me' && bookAgainUrl !== null;
  const lead = canceledLead(mail);
  return composeMeetingMail(service, mail, {
    step: 'canceled',
    kind: 'booking_canceled',
    subject: words.subject(event, other, shortStart(meeting, recipient)),
    preview: lead,
    heading: wasPending ? words.requestHeading : words.heading,
    lead,
    details: { reason: shownReason(mail) },
    links: [again && { kind: 'action', label: againLabel(mail), url: bookAgainUrl }],
    attachments: wasPending ? [] : inviteFor(service, { ...mail, manageUrl: null, method: 'CANCEL' }),
  });
}

function shownReason({ recipient, reason }: CanceledMail): string | null {
  return typeof recipient === 'string' ? reason : null;
}

const againLabel = ({ meeting, recipient }: CanceledMail): string => wordsFor(requestTexts, meeting, recipient).again;

function canceledLead({ meeting, recipient, by, inCalendar = false }: CanceledMail): string {
  const { event, host, guest } = namesOf(meeting, recipient);
  const words = wordsFor(canceledTexts, meeting, recipient);
  switch (by) {
    case 'guest':
      return byRecipient(recipient, {
        guest: words.byReader(event, host),
        host: `${words.guestCanceled(event, guest)} ${words.free}`,
        extra: words.byGuest(event, host, guest),
      });
    case 'host':
      return byRecipient(recipient, {
        guest: words.byHost(event, host),
        host: `${(inCalendar ? words.inCalendar : words.byReader)(event, guest)} ${words.free}`,
        extra: words.byHost(event, host),
      });
    case 'not_me':
      return byRecipient(recipient, {
        guest: words.notMe(event, host),
        host: `${words.notTheGuest(event, guest)} ${words.free}`,
        extra: words.off(event, host),
      });
    case 'system':
      return words.off(event, recipient === 'host' ? guest : host);
  }
}

import type { MeetingFacts, Recipient } from '../../domain/booking/meeting.ts';
import type { MailBlock } from './content.ts';
import { wordsFor } from './mail-parts.ts';
import { guestLinkTexts } from './texts/guest-links.ts';

/** Input of every mail about a confirmed meeting. */
export interface MeetingMail {
  readonly meeting: MeetingFacts;
  readonly recipient: Recipient;
  /** `{public_url}/manage/{token}`, only in the guest's mail; null if no token is known */
  readonly manageUrl: string | null;
  readonly nowMs: number;
  /** The further guests get no mail about this change before the guest asks for it. */
  readonly guestsWait?: boolean;
}

/** The guest's links: the manage link, and "not me" if an agent booked. Before them, if the further guests wait, what the page is for. */
export function guestLinks({ meeting, recipient, manageUrl, guestsWait }: Omit<MeetingMail, 'nowMs'>): MailBlock[] {
  if (recipient !== 'guest' || manageUrl === null) return [];
  const words = wordsFor(guestLinkTexts, meeting, recipient);
  const links: MailBlock[] = [
    ...(guestsWait ? [{ kind: 'paragraph', text: words.guestsWait } as const] : []),
    { kind: 'action', label: words.change, url: manageUrl },
  ];
  if (meeting.agentEmail !== null) {
    const link = { label: words.notMe, url: `${manageUrl}/not-me` };
    links.push({ kind: 'aside', text: words.notAsked, link });
  }
  links.push({ kind: 'aside', text: words.keep });
  return links;
}

/** Selects the texts for one kind of recipient. */
export function byRecipient<T>(recipient: Recipient, words: { guest: T; host: T; extra: T }): T {
  return typeof recipient === 'string' ? words[recipient] : words.extra;
}

import { ADDRESS_UNDO_DAYS } from '../../domain/accounts/address-change.ts';
import type { MailService, OutgoingMail } from '../../domain/mail/mail.ts';
import { accountTexts } from '../../texts/en/mails/accounts.ts';
import { translated } from '../../texts/translated.ts';
import type { MailContent } from './content.ts';
import { composeMail } from './mail-parts.ts';
import { instantInWords, type Reader } from './times.ts';

export interface AccountMail {
  readonly mailId: string;
  readonly email: string;
  /** The person whose account it is about. */
  readonly reader: Reader;
  /** `{app_url}/login` */
  readonly loginUrl: string;
}

/** Mails about a person's account have a key and an envelope in common. */
export const composeAccountMail = (
  service: MailService,
  { mailId, email, reader }: AccountMail,
  step: string,
  { subject, ...content }: Omit<MailContent, 'language'> & { readonly subject: string },
): OutgoingMail =>
  composeMail(
    service,
    { key: `${mailId}:${step}`, workspaceId: null, to: email, replyTo: null, kind: 'account', subject },
    { language: reader.language, ...content },
  );

export interface AddressLinkMail extends AccountMail {
  /** `{app_url}/account/address/{token}` */
  readonly url: string;
  /** The address has an account: the link could do nothing, so the mail has none. */
  readonly isTaken: boolean;
  readonly minutesLeft: number;
}

/** To the new address. Anyone may have typed it, so nothing in the mail comes from them. */
export function renderAddressLink(service: MailService, mail: AddressLinkMail): OutgoingMail {
  const { taken, link, notAsked } = translated(accountTexts, mail.reader.language);
  const footer = notAsked(service.name);
  if (mail.isTaken) {
    return composeAccountMail(service, mail, 'address-taken', {
      subject: taken.subject(service.name),
      preview: taken.preview,
      heading: taken.heading,
      blocks: [
        { kind: 'paragraph', text: taken.lead(service.name) },
        { kind: 'paragraph', text: taken.wasYou },
        { kind: 'action', label: taken.action, url: mail.loginUrl },
      ],
      footer,
    });
  }
  return composeAccountMail(service, mail, 'address-link', {
    subject: link.subject(service.name),
    preview: link.preview(mail.minutesLeft),
    heading: link.heading,
    blocks: [
      { kind: 'paragraph', text: link.lead },
      { kind: 'action', label: link.action, url: mail.url },
      { kind: 'aside', text: link.limits(mail.minutesLeft) },
    ],
    footer,
  });
}

export interface AddressChangedMail extends AccountMail {
  readonly newEmail: string;
  /** `{app_url}/account/address/undo/{token}` */
  readonly undoUrl: string;
  readonly at: Date;
}

/** To the old address, with the link that takes the change back. */
export function renderAddressChanged(service: MailService, mail: AddressChangedMail): OutgoingMail {
  const { changed } = translated(accountTexts, mail.reader.language);
  return composeAccountMail(service, mail, 'address-changed', {
    subject: changed.subject(service.name),
    preview: changed.preview(mail.newEmail),
    heading: changed.heading,
    blocks: [
      { kind: 'paragraph', text: changed.lead },
      {
        kind: 'details',
        rows: [
          { label: changed.old, value: mail.email, former: true },
          { label: changed.new, value: mail.newEmail },
          { label: changed.when, value: instantInWords(mail.at.getTime(), mail.reader) },
        ],
      },
      { kind: 'paragraph', text: changed.back(ADDRESS_UNDO_DAYS) },
      { kind: 'action', label: changed.action, url: mail.undoUrl },
    ],
    footer: changed.footer(service.name),
  });
}

/** The last mail to a person. */
export function renderAccountDeleted(service: MailService, mail: AccountMail & { readonly at: Date }): OutgoingMail {
  const { deleted } = translated(accountTexts, mail.reader.language);
  return composeAccountMail(service, mail, 'account-deleted', {
    subject: deleted.subject(service.name),
    preview: deleted.preview,
    heading: deleted.heading,
    blocks: [
      { kind: 'details', rows: [{ label: deleted.when, value: instantInWords(mail.at.getTime(), mail.reader) }] },
      { kind: 'paragraph', text: deleted.effect },
      { kind: 'paragraph', text: deleted.notYou },
      { kind: 'action', label: deleted.action, url: mail.loginUrl },
    ],
    footer: deleted.footer(service.name),
  });
}

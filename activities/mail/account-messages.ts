import { ADDRESS_UNDO_DAYS } from '../../domain/accounts/account-mail.ts';
import { DEFAULT_LANGUAGE } from '../../domain/languages.ts';
import type { MailService, OutgoingMail } from '../../domain/mail/mail.ts';
import type { MailContent } from './content.ts';
import { composeMail } from './mail-parts.ts';
import { instantInWords } from './times.ts';

export interface AccountMail {
  readonly mailId: string;
  readonly email: string;
  /** `{app_url}/login` */
  readonly loginUrl: string;
}

/** Mails about a person's account have a key, a footer and a language in common. */
export const composeAccountMail = (
  service: MailService,
  { mailId, email }: AccountMail,
  step: string,
  { subject, ...content }: Omit<MailContent, 'language'> & { readonly subject: string },
): OutgoingMail =>
  composeMail(
    service,
    { key: `${mailId}:${step}`, workspaceId: null, to: email, replyTo: null, kind: 'account', subject },
    { language: DEFAULT_LANGUAGE, ...content },
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
  const footer = `You did not ask for this? You do not need to do anything: this mail alone changes nothing. Sent by ${service.name}.`;
  if (mail.isTaken) {
    return composeAccountMail(service, mail, 'address-taken', {
      subject: `You have an account at ${service.name} already`,
      preview: 'Somebody wanted to move another account to this address.',
      heading: 'This address has an account already',
      blocks: [
        {
          kind: 'paragraph',
          text: `Somebody asked to move an account at ${service.name} to this address. It has an account of its own, so nothing was changed.`,
        },
        {
          kind: 'paragraph',
          text: 'It was you? Sign in with this address and delete its account first, or choose another address.',
        },
        { kind: 'action', label: 'Sign in with this address', url: mail.loginUrl },
      ],
      footer,
    });
  }
  return composeAccountMail(service, mail, 'address-link', {
    subject: `Confirm your new address at ${service.name}`,
    preview: `Works for ${mail.minutesLeft} minutes, where you are signed in.`,
    heading: 'Is this your new address?',
    blocks: [
      { kind: 'paragraph', text: 'Open this link in the browser where you are signed in, and confirm there.' },
      { kind: 'action', label: 'Use this address', url: mail.url },
      { kind: 'aside', text: `The link works for ${mail.minutesLeft} minutes. Keep it private.` },
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

const inUtc = (at: Date): string => instantInWords(at.getTime(), { timezone: 'UTC', language: DEFAULT_LANGUAGE });

/** To the old address, with the link that takes the change back. */
export const renderAddressChanged = (service: MailService, mail: AddressChangedMail): OutgoingMail =>
  composeAccountMail(service, mail, 'address-changed', {
    subject: `Your address at ${service.name} was changed`,
    preview: `It is ${mail.newEmail} now.`,
    heading: 'Your address was changed',
    blocks: [
      {
        kind: 'paragraph',
        text: 'You sign in with the new address from now on, and all mails go there. Other browsers were signed out.',
      },
      {
        kind: 'details',
        rows: [
          { label: 'Old address', value: mail.email, former: true },
          { label: 'New address', value: mail.newEmail },
          { label: 'Changed', value: inUtc(mail.at) },
        ],
      },
      {
        kind: 'paragraph',
        text: `It was not you? Take it back within ${ADDRESS_UNDO_DAYS} days: your account has this address again, and everything ends that has got a way in since.`,
      },
      { kind: 'action', label: 'See it, and take it back', url: mail.undoUrl },
    ],
    footer: `${service.name} sends this to the old address of every account that changes it.`,
  });

/** The last mail to a person. */
export const renderAccountDeleted = (service: MailService, mail: AccountMail & { readonly at: Date }): OutgoingMail =>
  composeAccountMail(service, mail, 'account-deleted', {
    subject: `Your account at ${service.name} is deleted`,
    preview: 'Your sessions, keys, passkeys and calendars ended with it.',
    heading: 'Your account is deleted',
    blocks: [
      { kind: 'details', rows: [{ label: 'Deleted', value: inUtc(mail.at) }] },
      {
        kind: 'paragraph',
        text: 'All your sessions, keys, passkeys, connected apps and calendars ended with it. Your upcoming meetings are canceled, and their guests are told. Past meetings stay with the workspaces, without your name and address.',
      },
      {
        kind: 'paragraph',
        text: 'It was not you? Then somebody was signed in as you. The account cannot be brought back; tell the owners of your workspaces. You can begin anew with this address.',
      },
      { kind: 'action', label: 'Begin anew', url: mail.loginUrl },
    ],
    footer: `This is the last mail about this account. Sent by ${service.name}.`,
  });

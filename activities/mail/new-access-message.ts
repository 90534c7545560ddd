import { ACCESS_MAILS_A_DAY, type AccessKind } from '../../domain/access/new-access.ts';
import { powersOf } from '../../domain/access/power-words.ts';
import { stoppedWithInWords } from '../../domain/access/ways-out-words.ts';
import { linkless, spelledHost } from '../../domain/mail/linkless.ts';
import type { MailService, OutgoingMail } from '../../domain/mail/mail.ts';
import { singleLine } from '../../domain/untrusted-text.ts';
import type { AccessFacts } from '../../store/access/access-notices.ts';
import { newAccessTexts, waysIn } from '../../texts/en/mails/accounts.ts';
import type { Language } from '../../texts/languages.ts';
import { translated } from '../../texts/translated.ts';
import type { DetailRow, MailBlock } from './content.ts';
import { composeMail } from './mail-parts.ts';
import { instantInWords } from './times.ts';

const NAME_CHARACTERS = 80;

export interface NewAccessMail extends AccessFacts {
  readonly kind: AccessKind;
  readonly language: Language;
  /** how they write dates; null: as their language usually does */
  readonly region?: string | null;
  /** `{app_url}/access/stop/{token}` */
  readonly stopUrl: string;
  /** Where a signed-in person sees all that can act for them. */
  readonly homeUrl: string;
  /** The last such mail of the day. */
  readonly isLast: boolean;
}

/** Agents name themselves and their keys, so nothing in a name reads as a link (docs/decisions/mail.md#text-for-strangers). */
const nameIn = (text: string): string => singleLine(linkless(text), NAME_CHARACTERS);

/** Tells a person what can act for them since just now, with the link that stops it. */
export function renderNewAccess(service: MailService, mail: NewAccessMail): OutgoingMail {
  const { language } = mail;
  const words = translated(newAccessTexts, language);
  const texts = words.kinds[mail.kind];
  const name = nameIn(mail.name);
  const lead = texts.lead(mail.workspaceName === null ? service.name : nameIn(mail.workspaceName));
  return composeMail(
    service,
    {
      key: `${mail.id}:new-access`,
      workspaceId: mail.workspaceId,
      to: mail.email,
      replyTo: null,
      kind: 'new_access',
      subject: `${texts.title}: ${name}`,
    },
    {
      language,
      preview: lead,
      heading: `${texts.title}: ${name}`,
      blocks: [
        { kind: 'paragraph', text: lead },
        { kind: 'details', rows: detailsOf(mail) },
        {
          kind: 'paragraph',
          text: words.stop(texts.isFine, `${texts.effect} ${stoppedWithInWords(mail.kind, language)}`),
        },
        { kind: 'action', label: words.action, url: mail.stopUrl },
        ...lastWords(mail),
      ],
      footer: words.footer(service.name),
    },
  );
}

function detailsOf(mail: NewAccessMail): DetailRow[] {
  const { name, workspaceName, madeWith, source, clientIp, createdAt, timezone, power, app, language, region } = mail;
  const words = translated(newAccessTexts, language);
  const when = instantInWords(createdAt.getTime(), { timezone, language, region });
  const may = power === null ? '' : powersOf(power, language, app !== null).join('; ');
  const way =
    madeWith === null
      ? translated(waysIn, language)[source]
      : words.with(translated(waysIn, language)[source], nameIn(madeWith));
  return [
    ...(app === null ? [{ label: words.name, value: nameIn(name) }] : appRows(nameIn(name), app, language)),
    ...(workspaceName === null ? [] : [{ label: words.workspace, value: nameIn(workspaceName) }]),
    ...(may === '' ? [] : [{ label: words.may, value: may }]),
    { label: words.made, value: when },
    { label: words.by, value: way },
    ...(clientIp === null ? [] : [{ label: words.network, value: clientIp }]),
  ];
}

/** As the consent page says it: what an app calls itself proves nothing. Hosts are no links here. */
function appRows(
  name: string,
  { host, redirectHost }: NonNullable<NewAccessMail['app']>,
  language: Language,
): DetailRow[] {
  const words = translated(newAccessTexts, language);
  return [
    { label: words.appOf, value: host === null ? words.nobody : spelledHost(host) },
    { label: words.wentTo, value: spelledHost(redirectHost) },
    { label: words.callsItself, value: words.notChecked(name) },
  ];
}

function lastWords({ isLast, homeUrl, language }: NewAccessMail): MailBlock[] {
  const words = translated(newAccessTexts, language);
  const link = { label: words.seeAll, url: homeUrl };
  return isLast ? [{ kind: 'aside', text: words.last(ACCESS_MAILS_A_DAY + 1), link }] : [];
}

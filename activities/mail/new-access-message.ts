import { ACCESS_MAILS_A_DAY } from '../../domain/access/new-access.ts';
import { powersOf } from '../../domain/access/power-words.ts';
import { DEFAULT_LANGUAGE } from '../../domain/languages.ts';
import { linkless } from '../../domain/mail/linkless.ts';
import type { MailService, OutgoingMail } from '../../domain/mail/mail.ts';
import { singleLine } from '../../domain/untrusted-text.ts';
import type { AccessFacts } from '../../store/access/access-notices.ts';
import type { DetailRow, MailBlock } from './content.ts';
import { composeMail } from './mail-parts.ts';
import { newAccessTexts, WAYS_IN } from './texts/new-access.ts';
import { instantInWords } from './times.ts';

const NAME_CHARACTERS = 80;

export interface NewAccessMail extends AccessFacts {
  /** `{app_url}/access/stop/{token}` */
  readonly stopUrl: string;
  /** Where a signed-in person sees all that can act for them. */
  readonly homeUrl: string;
  /** The last such mail of the day. */
  readonly isLast: boolean;
}

/** Agents name themselves and their keys, so nothing in a name reads as a link (decision 0091). */
const nameIn = (text: string): string => singleLine(linkless(text), NAME_CHARACTERS);

/** Tells a person what can act for them since just now, with the link that stops it. */
export function renderNewAccess(service: MailService, mail: NewAccessMail): OutgoingMail {
  const texts = newAccessTexts[mail.kind];
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
      language: DEFAULT_LANGUAGE,
      preview: lead,
      heading: `${texts.title}: ${name}`,
      blocks: [
        { kind: 'paragraph', text: lead },
        { kind: 'details', rows: detailsOf(mail) },
        {
          kind: 'paragraph',
          text: `${texts.isFine} If not, stop it. ${texts.effect}`,
        },
        { kind: 'action', label: 'See it, and stop it', url: mail.stopUrl },
        ...lastWords(mail),
      ],
      footer: `${service.name} sends this for everything new that works in your name.`,
    },
  );
}

function detailsOf({
  name,
  workspaceName,
  madeWith,
  source,
  clientIp,
  createdAt,
  timezone,
  power,
  app,
}: NewAccessMail): DetailRow[] {
  const when = instantInWords(createdAt.getTime(), { timezone, language: DEFAULT_LANGUAGE });
  const may = power === null ? '' : powersOf(power).join('; ');
  const way = madeWith === null ? WAYS_IN[source] : `${WAYS_IN[source]}, with “${nameIn(madeWith)}”`;
  return [
    ...(app === null ? [{ label: 'Name', value: nameIn(name) }] : appRows(nameIn(name), app)),
    ...(workspaceName === null ? [] : [{ label: 'Workspace', value: nameIn(workspaceName) }]),
    ...(may === '' ? [] : [{ label: 'It may', value: may }]),
    { label: 'Made', value: when },
    { label: 'By', value: way },
    ...(clientIp === null ? [] : [{ label: 'From network', value: clientIp }]),
  ];
}

/** As the consent page says it: what an app calls itself proves nothing. Hosts are no links here. */
const appRows = (name: string, { host, redirectHost }: NonNullable<NewAccessMail['app']>): DetailRow[] => [
  { label: 'App of', value: host === null ? 'Nobody vouches for it: it registered itself' : linkless(host) },
  { label: 'Answer went to', value: linkless(redirectHost) },
  { label: 'Calls itself', value: `${name} (not checked)` },
];

const lastWords = ({ isLast, homeUrl }: NewAccessMail): MailBlock[] =>
  isLast
    ? [
        {
          kind: 'aside',
          text: `This is number ${ACCESS_MAILS_A_DAY + 1} since yesterday. There may be more today, without a mail.`,
          link: { label: 'See everything that works in your name', url: homeUrl },
        },
      ]
    : [];

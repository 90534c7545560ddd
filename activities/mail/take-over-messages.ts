import { thingsByWayInWords } from '../../domain/access/ways-out-words.ts';
import { linkless, spelledHost } from '../../domain/mail/linkless.ts';
import type { MailService, OutgoingMail } from '../../domain/mail/mail.ts';
import { singleLine } from '../../domain/untrusted-text.ts';
import type { TakeOver } from '../../store/identity/take-overs.ts';
import { takeOverTexts } from '../../texts/en/mails/workspaces.ts';
import type { Language } from '../../texts/languages.ts';
import { translated } from '../../texts/translated.ts';
import type { MailBlock } from './content.ts';
import { composeMail } from './mail-parts.ts';
import { instantInWords, type Reader } from './times.ts';

const NAME_CHARACTERS = 80;

/** Agents name themselves and their workspaces, so nothing in a name reads as a link (docs/decisions/mail.md#text-for-strangers). */
const nameIn = (text: string): string => singleLine(linkless(text), NAME_CHARACTERS);

const when = ({ takenOverAt }: TakeOver, reader: Reader): string => instantInWords(takenOverAt.getTime(), reader);

export interface TakenOverMail extends TakeOver {
  /** Ends the agent's seat: `{app_url}/access/stop/{token}`; null: it has none. */
  readonly stopUrl: string | null;
  /** Where the new owner sees all that can act there. */
  readonly homeUrl: string;
  /** Of the new owner. */
  readonly language: Language;
}

/** Tells the new owner what is theirs, and whether the agent goes on. */
export function renderTakenOver(service: MailService, mail: TakenOverMail): OutgoingMail {
  const { language } = mail;
  const texts = translated(takeOverTexts, language);
  const workspace = nameIn(mail.workspaceName);
  const lead = texts.lead(workspace, service.name);
  const former = mail.formerOwner === null ? [] : [{ label: texts.ownerBefore, value: mail.formerOwner.email }];
  const page = `${service.publicUrl}/${mail.workspaceSlug}`;
  return composeMail(
    service,
    {
      ...{ key: `${mail.id}:taken-over`, workspaceId: mail.workspaceId, to: mail.newOwner.email, replyTo: null },
      ...{ kind: 'take_over', subject: texts.subject(workspace) },
    },
    {
      language,
      preview: lead,
      heading: texts.subject(workspace),
      blocks: [
        { kind: 'paragraph', text: lead },
        {
          kind: 'details',
          rows: [
            { label: texts.page, value: page, url: page },
            ...former,
            { label: texts.takenOver, value: when(mail, { timezone: mail.newOwner.timezone, language }) },
          ],
        },
        ...handOverBlocks(mail),
        ...agentBlocks(mail),
        ...outcomeBlocks(mail),
        { kind: 'action', label: texts.action, url: mail.homeUrl },
      ],
      footer: texts.footer(service.name),
    },
  );
}

/** The removal of the former owner takes its time, and stops at a meeting for which the new one has none. */
function handOverBlocks({ formerOwner, language }: TakenOverMail): MailBlock[] {
  const texts = translated(takeOverTexts, language);
  if (!formerOwner?.membership) return [];
  const { waiting } = formerOwner.membership;
  return [{ kind: 'paragraph', text: waiting === null ? texts.onTheirWay : texts.waiting(waiting) }];
}

/** What ended with the take-over, and what the agent set up that guests still see. */
function outcomeBlocks({ outcome, language }: TakenOverMail): MailBlock[] {
  const texts = translated(takeOverTexts, language);
  const [ended, kept] = [outcome.ended, outcome.kept].map((things) =>
    thingsByWayInWords(things, language, spelledHost),
  );
  return [
    ...(ended ? [{ kind: 'paragraph' as const, text: texts.ended(ended) }] : []),
    ...(kept ? [{ kind: 'paragraph' as const, text: texts.kept(kept) }] : []),
  ];
}

/** What becomes of the agent, as its new owner reads it. */
function agentBlocks({ seat, stopUrl, language }: TakenOverMail): MailBlock[] {
  const texts = translated(takeOverTexts, language);
  if (seat === null) return [{ kind: 'paragraph', text: texts.noSeat }];
  const name = nameIn(seat.displayName);
  if (!seat.isWorking || stopUrl === null) return [{ kind: 'paragraph', text: texts.seatEnded(name) }];
  return [
    { kind: 'paragraph', text: texts.seatWorks(name, seat.role) },
    { kind: 'aside', text: texts.endSeat, link: { label: texts.endSeatLink, url: stopUrl } },
  ];
}

/** A change of ownership whose former owner still has an account. */
export interface HandedOverMail extends TakeOver {
  readonly formerOwner: NonNullable<TakeOver['formerOwner']>;
}

/** To the former owner, mostly an agent's inbox: what has ended and what stays. */
export function renderHandedOver(service: MailService, takeOver: HandedOverMail, language: Language): OutgoingMail {
  const { formerOwner, newOwner } = takeOver;
  const workspace = nameIn(takeOver.workspaceName);
  const { former: texts, takenOver } = translated(takeOverTexts, language);
  const lead = texts.lead(newOwner.email, workspace, service.name);
  return composeMail(
    service,
    {
      ...{ key: `${takeOver.id}:handed-over`, workspaceId: takeOver.workspaceId, to: formerOwner.email, replyTo: null },
      ...{ kind: 'take_over', subject: texts.subject(workspace) },
    },
    {
      language,
      preview: lead,
      heading: texts.subject(workspace),
      blocks: [
        { kind: 'paragraph', text: lead },
        { kind: 'list', lead: texts.means, items: meanings(takeOver, formerOwner, language) },
        {
          kind: 'details',
          rows: [
            { label: texts.newOwner, value: newOwner.email },
            { label: takenOver, value: when(takeOver, { timezone: formerOwner.timezone, language }) },
          ],
        },
      ],
      footer: texts.footer(service.name),
    },
  );
}

type FormerTexts = (typeof takeOverTexts)['former'];

function keysLeft({ seat }: TakeOver, texts: FormerTexts): string {
  if (seat === null) return texts.noKeys;
  return texts.otherKeys(seat.isWorking ? texts.keyWorks(nameIn(seat.displayName), seat.role) : texts.keyEnded);
}

function meanings(takeOver: TakeOver, former: NonNullable<TakeOver['formerOwner']>, language: Language): string[] {
  const { former: texts } = translated(takeOverTexts, language);
  const ended = thingsByWayInWords(takeOver.outcome.ended, language, spelledHost);
  return [keysLeft(takeOver, texts), ...(ended === '' ? [] : [texts.ended(ended)]), placeLeft(former, texts)];
}

function placeLeft({ membership }: NonNullable<TakeOver['formerOwner']>, texts: FormerTexts): string {
  if (membership === null) return texts.noMember;
  return membership.waiting === null ? texts.leaving : texts.waiting;
}

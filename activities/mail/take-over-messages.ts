import { DEFAULT_LANGUAGE } from '../../domain/languages.ts';
import { linkless } from '../../domain/mail/linkless.ts';
import type { MailService, OutgoingMail } from '../../domain/mail/mail.ts';
import { singleLine } from '../../domain/untrusted-text.ts';
import type { TakeOver } from '../../store/identity/take-overs.ts';
import type { MailBlock } from './content.ts';
import { composeMail } from './mail-parts.ts';
import { instantInWords } from './times.ts';

const NAME_CHARACTERS = 80;

/** Agents name themselves and their workspaces, so nothing in a name reads as a link (decision 0091). */
const nameIn = (text: string): string => singleLine(linkless(text), NAME_CHARACTERS);

const when = ({ takenOverAt }: TakeOver, timezone: string): string =>
  instantInWords(takenOverAt.getTime(), { timezone, language: DEFAULT_LANGUAGE });

export interface TakenOverMail extends TakeOver {
  /** Ends the agent's seat: `{app_url}/access/stop/{token}`; null: it has none. */
  readonly stopUrl: string | null;
  /** Where the new owner sees all that can act there. */
  readonly homeUrl: string;
}

/** Tells the new owner what is theirs, and whether the agent goes on. */
export function renderTakenOver(service: MailService, mail: TakenOverMail): OutgoingMail {
  const workspace = nameIn(mail.workspaceName);
  const lead = `You took over ${workspace} on ${service.name}. Its booking pages, event types, meetings and guests are yours now.`;
  const former = mail.formerOwner === null ? [] : [{ label: 'Owner before', value: mail.formerOwner.email }];
  const page = `${service.publicUrl}/${mail.workspaceSlug}`;
  return composeMail(
    service,
    {
      ...{ key: `${mail.id}:taken-over`, workspaceId: mail.workspaceId, to: mail.newOwner.email, replyTo: null },
      ...{ kind: 'take_over', subject: `${workspace} is yours` },
    },
    {
      language: DEFAULT_LANGUAGE,
      preview: lead,
      heading: `${workspace} is yours`,
      blocks: [
        { kind: 'paragraph', text: lead },
        {
          kind: 'details',
          rows: [
            { label: 'Booking page', value: page, url: page },
            ...former,
            { label: 'Taken over', value: when(mail, mail.newOwner.timezone) },
          ],
        },
        ...handOverBlocks(mail),
        ...agentBlocks(mail),
        { kind: 'action', label: 'Go to your meetings', url: mail.homeUrl },
      ],
      footer: `${service.name} sends this once to whoever takes over a workspace.`,
    },
  );
}

/** The removal of the former owner takes its time, and stops at a meeting for which the new one has none. */
function handOverBlocks({ formerOwner }: TakenOverMail): MailBlock[] {
  if (!formerOwner?.membership) return [];
  const text = formerOwner.membership.isLeaving
    ? 'Event types and upcoming meetings are on their way to you. The owner before leaves once you have them all.'
    : `The owner before is still there, as ${formerOwner.membership.role} without a key, because not every meeting could move to you. You decide about those: cancel or move them, then remove the member.`;
  return [{ kind: 'paragraph', text }];
}

/** What becomes of the agent, as its new owner reads it. */
function agentBlocks({ seat, stopUrl }: TakenOverMail): MailBlock[] {
  if (seat === null)
    return [{ kind: 'paragraph', text: 'The agent kept no seat. All keys of the owner before have ended.' }];
  const name = nameIn(seat.displayName);
  if (!seat.isWorking || stopUrl === null)
    return [
      {
        kind: 'paragraph',
        text: `The agent kept a seat, “${name}”, which has ended since. All other keys of the owner before have ended, too.`,
      },
    ];
  return [
    {
      kind: 'paragraph',
      text: `The agent goes on in a seat of yours, “${name}”, with the role ${seat.role}: it manages meetings, event types and hours, but no members, keys or bills. All other keys of the owner before have ended.`,
    },
    {
      kind: 'aside',
      text: 'You can end the seat at any time, without a sign-in.',
      link: { label: 'End the agent’s seat', url: stopUrl },
    },
  ];
}

/** Tells who had the workspace before, an agent's inbox mostly, what has ended and what stays. null: they are gone. */
export function renderHandedOver(service: MailService, takeOver: TakeOver): OutgoingMail | null {
  const { formerOwner, newOwner } = takeOver;
  if (formerOwner === null) return null;
  const workspace = nameIn(takeOver.workspaceName);
  const lead = `${newOwner.email} took over ${workspace} on ${service.name} and owns it now.`;
  return composeMail(
    service,
    {
      ...{ key: `${takeOver.id}:handed-over`, workspaceId: takeOver.workspaceId, to: formerOwner.email, replyTo: null },
      ...{ kind: 'take_over', subject: `${workspace} has a new owner` },
    },
    {
      language: DEFAULT_LANGUAGE,
      preview: lead,
      heading: `${workspace} has a new owner`,
      blocks: [
        { kind: 'paragraph', text: lead },
        { kind: 'list', lead: 'What that means for you:', items: [keysLeft(takeOver), placeLeft(formerOwner)] },
        {
          kind: 'details',
          rows: [
            { label: 'New owner', value: newOwner.email },
            { label: 'Taken over', value: when(takeOver, formerOwner.timezone) },
          ],
        },
      ],
      footer: `${service.name} sends this once to whoever owned a workspace that somebody takes over.`,
    },
  );
}

function keysLeft({ seat }: TakeOver): string {
  if (seat === null)
    return 'All your keys there have ended, and what was made with them. A call with one is answered 401, key_revoked.';
  const kept = seat.isWorking
    ? `The key that asked works on, as the seat “${nameIn(seat.displayName)}” of the new owner with the role ${seat.role}`
    : 'The key that asked became a seat of the new owner, which has ended since';
  return `${kept}. All your other keys there have ended: a call with one is answered 401, key_revoked.`;
}

function placeLeft({ membership }: NonNullable<TakeOver['formerOwner']>): string {
  if (membership === null) return 'You are no member any more. Your event types and meetings went to the new owner.';
  if (membership.isLeaving)
    return 'You leave the workspace as soon as your event types and upcoming meetings have gone to the new owner.';
  return `You stay as ${membership.role}, without a key, until the new owner decides about your meetings.`;
}

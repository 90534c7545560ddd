import { paletteWords as words } from '../../../../texts/en/dashboard/palette.ts';
import { type EventLine, embedUrl } from '../event-types/event-type.ts';
import { alsoWords as also } from './words.ts';

/** One line of the palette: an address to go to, a text to copy, a page of guests to open, or the end of the session. */
export type Command = {
  readonly name: string;
  readonly kind: string;
  /** other words for it, which are found, too */
  readonly also?: string;
} & (
  | { readonly path: string; readonly search?: Readonly<Record<string, string>> }
  | { readonly copies: string }
  | { readonly opens: string }
  | { readonly act: 'sign-out' }
);

/** What the palette knows of the workspace. */
interface Known {
  readonly bookingPage: string | null;
  readonly eventTypes: readonly EventLine[];
  readonly personId: string;
  readonly teams: readonly { readonly id: string; readonly name: string }[];
  readonly isAdmin: boolean;
  /** hosts meetings: all but those who only pay */
  readonly isHost: boolean;
  /** signed up within the last day: later, the first steps would ask for what is settled */
  readonly isYoung: boolean;
}

const { pages } = words;
const go = (name: string, path: string, other?: string, search?: Readonly<Record<string, string>>): Command => ({
  ...{ name, path, kind: words.go },
  ...(other !== undefined && { also: other }),
  ...(search && { search }),
});
const begin = (name: string, path: string, what: string, other: string): Command => ({
  ...{ name, path, kind: words.begin, search: { new: what }, also: other },
});

const PAGES: readonly Command[] = [
  go(pages.meetings, '/meetings', also.meetings),
  go(pages.eventTypes, '/event-types', also.eventTypes),
  go(pages.availability, '/availability', also.availability),
  go(pages.team, '/team', also.team),
  go(pages.past, '/meetings', also.past, { tab: 'past' }),
  go(pages.insights, '/insights', also.insights),
  go(pages.account, '/settings/account', also.account),
  go(pages.workspace, '/settings/workspace', also.workspace),
  go(pages.calendars, '/settings/calendars', also.calendars),
  go(pages.access, '/settings/access', also.access),
  go(pages.agents, '/settings/agents', also.agents),
  go(pages.grants, '/settings/grants', also.grants),
  go(pages.webhooks, '/settings/webhooks', also.webhooks),
  go(pages.billing, '/settings/billing', also.billing),
  go(pages.activity, '/settings/activity', also.activity),
];

/** All commands of a person, the commonest first. */
export function commandsOf({ bookingPage, eventTypes, teams, personId, ...may }: Known): readonly Command[] {
  const { isAdmin, isHost, isYoung } = may;
  const isOwn = ({ host }: EventLine): boolean => host.id === personId;
  // Colleagues' event types often have the same names.
  const kindOf = (line: EventLine, kind: string): string => (isOwn(line) ? kind : `${kind} · ${line.host.name}`);
  const sorted = [...eventTypes.filter(isOwn), ...eventTypes.filter((line) => !isOwn(line))];
  return [
    ...(isHost && bookingPage !== null
      ? [{ name: words.bookingPage, kind: words.copy, copies: bookingPage, also: also.bookingPage }]
      : []),
    ...PAGES,
    ...(isYoung ? [go(words.first, '/start')] : []),
    ...(isHost ? [begin(words.newEventType, '/event-types', 'event-type', also.newEventType)] : []),
    ...(isHost ? [begin(words.timeOff, '/availability', 'time-off', also.timeOff)] : []),
    begin(words.newKey, '/settings/access', 'key', also.newKey),
    ...(isAdmin ? [begin(words.invite, '/team', 'member', also.invite)] : []),
    ...sorted.map((line) => ({
      ...{ name: line.name, kind: kindOf(line, words.eventType), path: `/event-types/${line.id}` },
    })),
    ...sorted.flatMap((line) =>
      line.bookingUrl === null
        ? []
        : [{ name: words.linkTo(line.name), kind: kindOf(line, words.copy), copies: line.bookingUrl }],
    ),
    ...(isHost ? [begin(words.bookingQr, '/event-types', 'qr', also.qr)] : []),
    ...(isHost && bookingPage !== null
      ? [{ name: words.embed, kind: words.begin, opens: embedUrl(bookingPage), also: also.embed }]
      : []),
    ...sorted.flatMap((line) => (line.bookingUrl === null ? [] : shareOf(line, line.bookingUrl, kindOf))),
    { name: words.signOut, kind: words.account, act: 'sign-out', also: also.signOut },
    ...teams.map(({ id, name }) => ({ name, kind: words.team, path: `/team/${id}` })),
  ];
}

/** The QR code of an event type, and its page for websites. */
const shareOf = (
  line: EventLine,
  url: string,
  kindOf: (line: EventLine, kind: string) => string,
): readonly Command[] => [
  {
    ...{ name: words.qrOf(line.name), kind: kindOf(line, words.begin), also: also.qr },
    ...{ path: `/event-types/${line.id}`, search: { new: 'qr' } },
  },
  { name: words.embedOf(line.name), kind: kindOf(line, words.begin), opens: embedUrl(url), also: also.embed },
];

/** Meetings and guests are too many to list: their page searches them. Null: too little is typed. */
export const searchOf = (typed: string): Command | null => {
  const text = typed.trim();
  return text.length < 2
    ? null
    : { name: words.search(text), kind: words.find, path: '/meetings', search: { q: text } };
};

/** Two commands may have one name: what they do tells them apart. */
export function keyOfCommand(command: Command): string {
  const what = 'path' in command ? `${command.path} ${JSON.stringify(command.search ?? {})}` : JSON.stringify(command);
  return `${command.kind} ${command.name} ${what}`;
}

const folded = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** The commands that have every word that was typed; those that begin with it come first. */
export function matching(commands: readonly Command[], typed: string): readonly Command[] {
  const wanted = folded(typed).split(/\s+/).filter(Boolean);
  const all = commands.filter(({ name, kind, also: other = '' }) => {
    const text = folded(`${name} ${kind} ${other}`);
    return wanted.every((word) => text.includes(word));
  });
  const begins = ({ name }: Command): boolean => wanted.length > 0 && folded(name).startsWith(wanted[0] ?? '');
  return [...all.filter(begins), ...all.filter((command) => !begins(command))];
}

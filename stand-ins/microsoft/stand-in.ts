import type { LifecycleEventType } from '@microsoft/microsoft-graph-types';
import { answerFaults, Faults } from '../faults.ts';
import { type Answer, type Asked, jsonOf, serve } from '../http.ts';
import { apiRoutes } from './api.ts';
import { accessOf } from './call.ts';
import { Delivery } from './delivery.ts';
import { AtOnce, throughFaults } from './faulty.ts';
import { Hand } from './hand.ts';
import type { SearchSettings } from './listing.ts';
import { type CalendarFacts, type Change, Mailbox } from './mailbox.ts';
import { oauthRoutes, type RegisteredClient } from './oauth.ts';
import type { TeamsSettings } from './online-meeting.ts';
import { pageRoutes } from './pages.ts';
import { PEOPLE, type Person, type PersonSeed, personOf } from './people.ts';
import { Subscriptions } from './subscriptions.ts';
import { TokenStore } from './tokens.ts';
import type { Writing } from './writing.ts';

export interface MicrosoftStandInOptions {
  /** 0: any free one. */
  readonly port?: number;
  readonly clients?: readonly RegisteredClient[];
  readonly people?: readonly PersonSeed[];
  readonly now?: () => number;
}

/** A request that came, for tests. No headers: they hold tokens. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly prefer: string;
}

export interface MicrosoftStandIn {
  /** Graph is at `/v1.0/`; without a slash. */
  readonly url: string;
  /** Of OAuth, for accounts of any tenant. */
  readonly issuer: string;
  readonly client: RegisteredClient;
  readonly people: ReadonlyMap<string, Person>;
  readonly mailboxes: ReadonlyMap<string, Mailbox>;
  readonly tokens: TokenStore;
  readonly faults: Faults;
  readonly delivery: Delivery;
  readonly subscriptions: Subscriptions;
  readonly atOnce: AtOnce;
  /** Puts, moves and deletes events as a person does. */
  readonly hand: Hand;
  /** How Teams links are made from now on. At first: at once. */
  teams: TeamsSettings;
  readonly search: SearchSettings;
  readonly seen: SeenRequest[];
  /** Tokens as after the consent page. @param scopes those that the product asks for, if absent */
  grant(email: string, scopes?: readonly string[]): { readonly accessToken: string; readonly refreshToken: string };
  close(): Promise<void>;
}

/** What the product asks for. */
const ASKED = ['openid', 'profile', 'email', 'offline_access', 'Calendars.Read', 'Calendars.ReadWrite'];

export const MICROSOFT_STAND_IN_CLIENT: RegisteredClient = { clientId: 'holdfast-local', clientSecret: 'local' };

/** Memory of requests: the newest. */
const MOST_SEEN = 5_000;

/** The calendars of a person: their own, one that others share, and one that nobody writes to. */
function calendarsOf({ email, name }: Person): CalendarFacts[] {
  const [word = ''] = email.split('@');
  const own = { name, address: email };
  return [
    { id: `AAMkCal-${word}`, name: 'Calendar', isDefault: true, canEdit: true, owner: own },
    { id: `AAMkCal-${word}-family`, name: 'Family', isDefault: false, canEdit: true, owner: own },
    { id: `AAMkCal-${word}-birthdays`, name: 'Birthdays', isDefault: false, canEdit: false, owner: own },
    {
      ...{ id: `AAMkCal-${word}-boss`, name: 'The boss', isDefault: false, canEdit: false },
      owner: { name: 'The boss', address: 'boss@acme.test' },
    },
  ];
}

/** All that a stand-in remembers. */
function memoryOf({ people: seeds = PEOPLE, now = Date.now }: MicrosoftStandInOptions) {
  const faults = new Faults();
  const delivery = new Delivery(faults, now);
  const subscriptions = new Subscriptions(delivery, now);
  const changed = (change: Change): void => {
    // Subscriptions do not reach calendars that others share.
    const owner = change.mailbox.calendars.get(change.item.calendarId)?.owner.address;
    if (owner === change.mailbox.person.email) delivery.changed(change, subscriptions.kept.values());
  };
  const people = new Map(seeds.map((seed) => [seed.email, personOf(seed)]));
  const mailboxes = new Map(
    [...people.values()].map((person) => {
      const mailbox = new Mailbox(person, now, changed);
      for (const calendar of calendarsOf(person)) mailbox.calendars.set(calendar.id, calendar);
      return [person.email, mailbox] as const;
    }),
  );
  const settings: { teams: TeamsSettings } = { teams: { delayMs: 0, outcome: 'success' } };
  const search: SearchSettings = { isBehind: false, refuses: false, namesFirst: true, wholeDaysInUtc: false };
  const hiddenMs = (): number => faults.take(['earlyPush'], '')?.delayMs ?? 0;
  const byHand = (mailbox: Mailbox): Writing => ({
    ...{ mailbox, ifMatch: undefined, hiddenMs: hiddenMs(), nowMs: now(), teams: settings.teams, search, byHand: true },
  });
  const hand = new Hand(mailboxes, byHand);
  const tokens = new TokenStore(now);
  return { faults, delivery, subscriptions, people, mailboxes, settings, search, hiddenMs, hand, tokens, now };
}

/** Microsoft on this machine: OAuth, calendars of Graph v1.0, notifications, and pages of the calendars. State is in memory. */
export async function startMicrosoftStandIn(options: MicrosoftStandInOptions = {}): Promise<MicrosoftStandIn> {
  const { port = 0, clients = [MICROSOFT_STAND_IN_CLIENT] } = options;
  const memory = memoryOf(options);
  const { faults, delivery, tokens, hand, settings, subscriptions } = memory;
  const seen: SeenRequest[] = [];
  const atOnce = new AtOnce();
  let base = '';
  const url = (): string => base;
  const routes = [
    ...oauthRoutes({ ...memory, clients, url }),
    ...apiRoutes({ ...memory, url, teams: () => settings.teams }),
    ...pageRoutes(memory),
    ...(['GET', 'POST', 'DELETE'] as const).map(
      (method) => [method, '/__faults', (asked: Asked) => answerFaults(faults, asked)] as const,
    ),
    ['POST', '/__lifecycle', (asked: Asked) => lifecycle(subscriptions, asked)] as const,
  ];
  const server = await serve(port, routes, (asked, next) => {
    const { pathname: path, searchParams: query } = asked.url;
    seen.push({ method: asked.method, path, query, prefer: String(asked.headers.prefer ?? '') });
    if (seen.length > MOST_SEEN) seen.shift();
    const email = path.startsWith('/v1.0/') ? (accessOf(tokens, asked)?.person.email ?? null) : null;
    return atOnce.limited(email, () =>
      throughFaults(faults, asked, next, () => {
        if (email !== null) hand.changeMeanwhile(email);
      }),
    );
  });
  base = server.url;
  const client = clients[0] ?? MICROSOFT_STAND_IN_CLIENT;
  return Object.assign(settings, {
    ...{ url: base, issuer: `${base}/common/v2.0`, client, seen, atOnce, ...exposed(memory) },
    grant: (email: string, scopes: readonly string[] = ASKED) => grantTo(memory, email, client.clientId, scopes),
    close: async () => {
      delivery.stop();
      await server.close();
    },
  });
}

const exposed = (memory: ReturnType<typeof memoryOf>) => {
  const { faults, delivery, subscriptions, people, mailboxes, search, hand, tokens } = memory;
  return { faults, delivery, subscriptions, people, mailboxes, search, hand, tokens };
};

/** `POST /__lifecycle {"event": "missed", "account": "ada@acme.test"}` */
function lifecycle(subscriptions: Subscriptions, asked: Asked): Answer {
  const { event, account } = jsonOf(asked) as { event: LifecycleEventType; account?: string };
  subscriptions.lifecycle(event, account);
  return { status: 202, body: {} };
}

function grantTo(
  { people, tokens }: ReturnType<typeof memoryOf>,
  email: string,
  clientId: string,
  scopes: readonly string[],
) {
  const person = people.get(email);
  if (!person) throw new Error(`no account ${email}`);
  const grant = { person, clientId, scopes };
  return { accessToken: tokens.giveAccess(grant), refreshToken: tokens.giveRefresh(grant) };
}

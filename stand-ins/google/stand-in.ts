import { answerFaults, Faults } from '../faults.ts';
import { type Answer, type Asked, serve } from '../http.ts';
import { type AccountSeed, Accounts, PEOPLE } from './accounts.ts';
import { apiRoutes } from './api.ts';
import { StandInCalendar } from './calendar.ts';
import { throughFaults } from './faulty.ts';
import { Hand } from './hand.ts';
import { oauthRoutes, type RegisteredClient } from './oauth.ts';
import { pageRoutes } from './pages.ts';
import { Push } from './push.ts';
import { CALENDAR } from './scopes.ts';
import { TokenStore } from './tokens.ts';
import type { MeetSettings, Writing } from './writing.ts';

export interface GoogleStandInOptions {
  /** 0: any free one. */
  readonly port?: number;
  readonly clients?: readonly RegisteredClient[];
  readonly people?: readonly AccountSeed[];
  readonly now?: () => number;
  /** Sees every request with its answer: tests check both against Google's own description. */
  readonly onExchange?: (asked: Asked, answer: Answer) => void;
}

/** A request that came, for tests. No headers: they hold tokens. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
}

export interface GoogleStandIn {
  /** Of the API, and the issuer of OAuth; without a slash. */
  readonly url: string;
  readonly client: RegisteredClient;
  readonly accounts: Accounts;
  readonly tokens: TokenStore;
  readonly faults: Faults;
  readonly push: Push;
  /** Puts, moves and deletes events as a person does. */
  readonly hand: Hand;
  /** How Meet links are made from now on. At first: at once. */
  meet: MeetSettings;
  readonly seen: SeenRequest[];
  /** Tokens as after the consent page. @param scopes those that the product asks for, if absent */
  grant(email: string, scopes?: readonly string[]): { readonly accessToken: string; readonly refreshToken: string };
  close(): Promise<void>;
}

/** What the product asks for. */
const ASKED = [
  'openid',
  'email',
  ...['calendarlist.readonly', 'events.owned', 'events.freebusy'].map((name) => `${CALENDAR}.${name}`),
];

export const GOOGLE_STAND_IN_CLIENT: RegisteredClient = { clientId: 'holdfast-local', clientSecret: 'local' };

/** Memory of requests: the newest. */
const MOST_SEEN = 5_000;

/** All that a stand-in remembers. */
function memoryOf({ people = PEOPLE, now = Date.now }: GoogleStandInOptions, url: () => string) {
  const faults = new Faults();
  const push = new Push(faults, now);
  const changed = (calendar: StandInCalendar): void => push.changed(calendar);
  const accounts = new Accounts(people, (facts) => new StandInCalendar(facts, now, changed));
  const settings: { meet: MeetSettings } = { meet: { delayMs: 0, outcome: 'success' } };
  const hiddenMs = (): number => faults.take(['earlyPush'], '')?.delayMs ?? 0;
  const byHand = (calendar: StandInCalendar): Writing => ({
    ...{ calendar, email: calendar.facts.owner, ifMatch: undefined },
    query: new URLSearchParams('conferenceDataVersion=1'),
    ...{ hiddenMs: hiddenMs(), nowMs: now(), meet: settings.meet, url: url() },
  });
  const tokens = new TokenStore(3_599, now);
  return { faults, push, accounts, tokens, settings, hiddenMs, hand: new Hand(accounts, byHand), now };
}

/** Google on this machine: OAuth, Calendar API v3, pushes, and a page of the calendar. State is in memory. */
export async function startGoogleStandIn(options: GoogleStandInOptions = {}): Promise<GoogleStandIn> {
  const { port = 0, clients = [GOOGLE_STAND_IN_CLIENT] } = options;
  let url = '';
  const memory = memoryOf(options, () => url);
  const { faults, push, accounts, tokens, hand, settings } = memory;
  const seen: SeenRequest[] = [];
  const routes = [
    ...(await oauthRoutes({ ...memory, clients, url: () => url })),
    ...apiRoutes({ ...memory, meet: () => settings.meet, url: () => url }),
    ...pageRoutes(memory),
    ...(['GET', 'POST', 'DELETE'] as const).map(
      (method) => [method, '/__faults', (asked: Asked) => answerFaults(faults, asked)] as const,
    ),
  ];
  const server = await serve(port, routes, async (asked, next) => {
    if (seen.push({ method: asked.method, path: asked.url.pathname, query: asked.url.searchParams }) > MOST_SEEN)
      seen.shift();
    const answer = await throughFaults(faults, asked, next, (calendarId) => hand.changeMeanwhile(calendarId));
    options.onExchange?.(asked, answer);
    return answer;
  });
  url = server.url;
  const client = clients[0] ?? GOOGLE_STAND_IN_CLIENT;
  return Object.assign(settings, {
    ...{ url, client, accounts, tokens, faults, push, hand, seen },
    grant: (email: string, scopes: readonly string[] = ASKED) => grantTo(memory, email, client.clientId, scopes),
    close: async () => {
      push.stop();
      await server.close();
    },
  });
}

function grantTo(
  { accounts, tokens }: ReturnType<typeof memoryOf>,
  email: string,
  clientId: string,
  scopes: readonly string[],
) {
  const account = accounts.people.get(email);
  if (!account) throw new Error(`no account ${email}`);
  const grant = { account, clientId, scopes };
  return { accessToken: tokens.giveAccess(grant), refreshToken: tokens.giveRefresh(grant) };
}

import { Faults } from '../faults.ts';
import { type Answer, type Asked, type Routes, serve } from '../http.ts';
import { STRIPE_STAND_IN_KEY, type World } from './call.ts';
import { catalogRoutes } from './catalog.ts';
import { catchUp } from './clock.ts';
import { customerRoutes } from './customers.ts';
import { endpointRoutes } from './endpoints.ts';
import { Events } from './events.ts';
import { StripeFailure } from './failure.ts';
import { answerStripeFaults, STRIPE_FAULT_KINDS, throughFaults } from './faulty.ts';
import { homeRoutes } from './home-page.ts';
import { invoiceRoutes } from './invoices.ts';
import { keepIn } from './kept.ts';
import { moneyRoutes } from './money.ts';
import { payRoutes } from './pay-page.ts';
import { portalConfigurationRoutes } from './portal-configurations.ts';
import { portalPageRoutes } from './portal-page.ts';
import { portalSessionRoutes } from './portal-sessions.ts';
import { seedCatalog, seedEndpoint, seedPortal } from './seed.ts';
import { sessionRoutes } from './sessions.ts';
import { State } from './state.ts';
import { subscriptionRoutes } from './subscriptions.ts';

export const STRIPE_STAND_IN_WEBHOOK_SECRET = 'whsec_holdfast_local';

export interface StripeStandInOptions {
  /** 0: any free one. */
  readonly port?: number;
  /** Takes webhooks, signed with `webhookSecret` of the stand-in. Absent: none is sent. */
  readonly webhookUrl?: string;
  /** False: no products, prices and portal, as a new account at Stripe. */
  readonly isSetUp?: boolean;
  /** Keeps all in this file. Absent: all is forgotten at the end. */
  readonly file?: string;
  readonly now?: () => number;
  /** Sees every request with its answer: tests check both against Stripe's own description. */
  readonly onExchange?: (asked: Asked, answer: Answer) => void;
}

export interface StripeStandIn {
  /** Without a slash. */
  readonly url: string;
  readonly secretKey: string;
  readonly webhookSecret: string;
  readonly faults: Faults;
  readonly world: World;
  close(): Promise<void>;
}

const TICK_MS = 15_000;
const LOOPBACK_HOST = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/;

const apiRoutes = (world: World): Routes => [
  ...[...catalogRoutes(world), ...customerRoutes(world), ...sessionRoutes(world), ...subscriptionRoutes(world)],
  ...[...invoiceRoutes(world), ...moneyRoutes(world), ...endpointRoutes(world)],
  ...[...portalConfigurationRoutes(world), ...portalSessionRoutes(world)],
];

/** Stripe on this machine: the parts of its API that we use, pages to pay and to look after a subscription, webhooks, a clock. */
export async function startStripeStandIn(options: StripeStandInOptions = {}): Promise<StripeStandIn> {
  const faults = new Faults(STRIPE_FAULT_KINDS);
  const state = new State(options.now ?? Date.now);
  const kept = options.file === undefined ? undefined : await keepIn(options.file, state);
  const events = new Events(state, faults);
  let url = '';
  const world: World = { state, events, url: () => url };
  if (options.webhookUrl !== undefined) seedEndpoint(state, options.webhookUrl, STRIPE_STAND_IN_WEBHOOK_SECRET);
  if (options.isSetUp !== false) {
    seedCatalog(state);
    seedPortal(world);
  }
  const routes: Routes = [
    ...[...apiRoutes(world), ...payRoutes(world), ...portalPageRoutes(world), ...homeRoutes(world)],
    ...(['GET', 'POST', 'DELETE'] as const).map(
      (method) => [method, '/__faults', (asked: Asked) => answerStripeFaults(world, faults, asked)] as const,
    ),
  ];
  const server = await serve(options.port ?? 0, routes, async (asked, next) => {
    if (isForeign(asked, url)) return { status: 403, body: { error: 'Other websites may not use this stand-in.' } };
    catchUp(world);
    const answer = known(asked, await throughFaults(faults, asked, next));
    options.onExchange?.(asked, answer);
    return answer;
  });
  url = server.url;
  const timer = setInterval(() => catchUp(world), TICK_MS).unref();
  return {
    ...{ url, faults, world, secretKey: STRIPE_STAND_IN_KEY, webhookSecret: STRIPE_STAND_IN_WEBHOOK_SECRET },
    close: async () => {
      clearInterval(timer);
      await server.close();
      await events.stop();
      await kept?.();
    },
  };
}

/** A page of another website, or another name for this machine (DNS rebinding). */
const isForeign = ({ headers }: Asked, url: string): boolean => {
  const { host = '', origin } = headers;
  if (!LOOPBACK_HOST.test(host)) return true;
  return origin !== undefined && origin !== url && origin !== `http://${host}`;
};

/** Stripe's own words for a path that it does not have. */
function known({ method, url }: Asked, answer: Answer): Answer {
  const isUnknown = typeof answer.body === 'object' && 'error' in answer.body && answer.body.error === 'not_found';
  if (!isUnknown) return answer;
  return new StripeFailure(404, 'invalid_request_error', `Unrecognized request URL (${method}: ${url.pathname}).`)
    .answer;
}

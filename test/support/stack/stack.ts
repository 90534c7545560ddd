import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Client, Connection } from '@temporalio/client';
import { NativeConnection } from '@temporalio/worker';
import type { Logger } from 'pino';
import type { Sql } from 'postgres';
import { localMailer, type Mailer } from '../../../activities/mail/send.ts';
import type { Lifecycle } from '../../../api/core/lifecycle.ts';
import type { Urls } from '../../../api/core/urls.ts';
import { createServices } from '../../../api/create-services.ts';
import { createBookingFlows } from '../../../api/flows/booking-flows.ts';
import type { ResolveMx } from '../../../api/handlers/booking/mail-domains.ts';
import { handlers } from '../../../api/handlers/index.ts';
import { makePages } from '../../../api/pages/shell/make-pages.ts';
import { type Api, type ApiOptions, createApi } from '../../../api/server.ts';
import type { SignInParts } from '../../../api/sign-in/sign-in-services.ts';
import { agentInboxes } from '../../../domain/accounts/agent-inboxes.ts';
import type { PaymentsAccount } from '../../../domain/billing/payments-account.ts';
import type { CalendarApp, CalendarConsents } from '../../../domain/calendars/consent.ts';
import type { AccountReader } from '../../../domain/event-types/imports/account.ts';
import type { ReadClientDocument } from '../../../domain/oauth/client-documents.ts';
import { tokenKeysOf } from '../../../domain/sealed-token.ts';
import { deriveSecrets, type Secrets } from '../../../domain/secrets.ts';
import { freePort } from '../../../infra/local/ports.ts';
import { createLog } from '../../../infra/log.ts';
import { missingSearchAttributes } from '../../../infra/temporal.ts';
import { retriesUntilClosed } from '../../../infra/temporal-retries.ts';
import { createConsents } from '../../../outbound/calendars/consents.ts';
import { openWebhooks } from '../../../outbound/open-outbound.ts';
import { createPaymentPages } from '../../../outbound/payments/payment-pages.ts';
import { stripePayments } from '../../../outbound/payments/stripe/payments.ts';
import { contract } from '../../../schemas/contract.ts';
import { type LocalMail, listLocalMails } from '../../../store/mail/mails.ts';
import { seedDemo } from '../../../store/ops/demo.ts';
import { createWorkers, type WorkerParts, type Workers } from '../../../workers/worker.ts';
import { bundlePath, cloneDatabase, type TestDatabase, temporalAddress, webFolder } from './database.ts';
import { quietRuntime } from './quiet-runtime.ts';

const NAMESPACE = 'default';
const MAIL_TIMEOUT_MS = 30_000;
const LISTEN_ATTEMPTS = 5;
/** No sweep repeats here what a busy machine was too slow for, and most tests call once. */
const PATIENCE_MS = 20_000;

const NOWHERE: CalendarApp = {
  ...{ label: 'Google', clientId: 'test', clientSecret: 'test' },
  ...{ issuer: 'http://127.0.0.1:9', apiUrl: 'http://127.0.0.1:9/' },
};
const NOWHERE_ELSE: CalendarApp = { ...NOWHERE, label: 'Microsoft' };

export interface StackOptions {
  /** The workspace `acme` of local mode. Default true. */
  readonly demo?: boolean;
  /** Without a worker, calls that need a flow end at their deadline. Default true. */
  readonly worker?: boolean;
  /** Default 10,000: limits out of the way. */
  readonly rateLimitFactor?: number;
  readonly api?: Omit<ApiOptions, 'ports' | 'urls' | 'host' | 'rateLimitFactor' | 'deadlineMs'>;
  /** How long callers and starts of flows wait before they get 503. Default: 20 s, for busy machines. `'product'`: as in production. */
  readonly deadlineMs?: number | 'product';
  /** How long api and worker wait for a lock. Default: one second, as in production. A test that holds a lock needs more on a busy machine. */
  readonly lockTimeoutMs?: number;
  /** `host:port` of a Temporal of the test's own. Default: the run's. */
  readonly temporal?: string;
  /** Default: every domain takes mail. Tests ask no name server. */
  readonly resolveMx?: ResolveMx;
  /** Default: the local mailbox. */
  readonly makeMailer?: (sql: Sql) => Mailer;
  /** Default: local mode, no identity provider. */
  readonly signIn?: Partial<Pick<SignInParts, 'mode' | 'providerClients' | 'providerOptions' | 'apple'>>;
  /** How the api comes to the database. Default: the test's own pool. A caller that provides another pool ends it before the stack. */
  readonly reachDatabase?: (databaseUrl: string) => Promise<Sql>;
  /** Where calendars are. Default: no provider. */
  readonly calendarProviders?: NonNullable<WorkerParts['dependencies']['calendarProviders']>;
  /** Where the api lets people connect calendars. Default: at both providers, which nobody reaches. */
  readonly calendarConsents?: CalendarConsents;
  /** Where plans are paid: a stand-in. Default: nothing can be bought. */
  readonly payments?: PaymentsAccount;
  readonly checkoutReturnOrigins?: readonly string[];
  /** How guests' companies are looked up. Default: not at all. */
  readonly lookUpDomain?: NonNullable<WorkerParts['dependencies']['lookUpDomain']>;
  /** How documents of connecting apps are read. Default: none can be. */
  readonly readClientDocument?: ReadClientDocument;
  /** How accounts at other services are read. Default: none answers. */
  readonly readAccount?: AccountReader;
  /** The worker's clock, in milliseconds since 1970. */
  readonly now?: () => number;
}

export interface Stack extends Urls {
  readonly sql: Sql;
  readonly databaseUrl: string;
  readonly client: Client;
  readonly taskQueue: string;
  readonly secrets: Secrets;
  /** Every line that api and worker logged, as JSON. */
  readonly logLines: readonly string[];
  /** Mails to one address, newest first. */
  mailbox(to: string): Promise<LocalMail[]>;
  /** The newest mail of a kind to one address; waits up to 30 s for it. */
  waitForMail(to: string, kind: string): Promise<LocalMail>;
  /** Ends the worker as its process would: takes no more work, finishes what it has. */
  stopWorker(): Promise<void>;
  startWorker(): Promise<void>;
  /** Ends everything. Fails when a database session is left over. */
  close(): Promise<void>;
}

interface Ground {
  readonly database: TestDatabase;
  /** The api's. */
  readonly sql: Sql;
  readonly client: Client;
  readonly taskQueue: string;
  readonly secrets: Secrets;
  readonly log: Logger;
  readonly options: StackOptions;
}

/** The real api and a real worker, in this process, on a database and a task queue of their own. Close it in `afterAll`. */
export async function startStack(options: StackOptions = {}): Promise<Stack> {
  const logLines: string[] = [];
  const log = createLog({ mode: 'production', logLevel: 'debug' }, 'test', {
    write: (line) => void logLines.push(line),
  });
  const [database, connection] = await Promise.all([
    cloneDatabase(options.lockTimeoutMs === undefined ? {} : { lockTimeoutMs: options.lockTimeoutMs }),
    Connection.connect({ address: options.temporal ?? temporalAddress(), interceptors: retriesUntilClosed() }),
  ]);
  const ground: Ground = {
    database,
    sql: (await options.reachDatabase?.(database.url)) ?? database.sql,
    client: new Client({ connection, namespace: NAMESPACE }),
    taskQueue: `test-${randomBytes(6).toString('hex')}`,
    secrets: deriveSecrets(randomBytes(32)),
    log,
    options,
  };
  if (options.demo !== false) await seedDemo(database.sql);
  const { api, urls, lifecycle } = await listen(ground);
  const worker = new RestartableWorker(ground, urls);
  if (options.worker !== false) await worker.start();
  return {
    ...urls,
    sql: database.sql,
    databaseUrl: database.url,
    client: ground.client,
    taskQueue: ground.taskQueue,
    secrets: ground.secrets,
    logLines,
    mailbox: (to) => listLocalMails(database.sql, { to }),
    waitForMail: (to, kind) => waitForMail(database.sql, to, kind),
    stopWorker: () => worker.stop(),
    startWorker: () => worker.start(),
    async close() {
      await Promise.all([api.close(1_000), worker.stop()]);
      await lifecycle.settled();
      await connection.close();
      await database.close();
    },
  };
}

/** The addresses go into mails and answers, so the ports are chosen first; another process may be faster to take one. */
async function listen(ground: Ground): Promise<{ api: Api; urls: Urls; lifecycle: Lifecycle }> {
  for (let attempt = 1; ; attempt++) {
    const [app, publicPort, mcp] = await Promise.all([freePort(), freePort(), freePort()]);
    const ports = { app, public: publicPort, mcp };
    const urls = {
      appUrl: `http://localhost:${app}`,
      publicUrl: `http://localhost:${publicPort}`,
      mcpUrl: `http://localhost:${mcp}`,
    };
    const { rateLimitFactor = 10_000, api: apiOptions } = ground.options;
    const deadlineMs = deadlineOf(ground.options);
    const given = services(ground, urls);
    const api = createApi(contract, handlers, given, {
      makePages,
      ...apiOptions,
      ...(deadlineMs === undefined ? {} : { deadlineMs }),
      ports,
      urls,
      host: '127.0.0.1',
      rateLimitFactor,
    });
    try {
      return { api, urls: await api.listen(), lifecycle: given.lifecycle };
    } catch (error) {
      const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
      if (!isTaken || attempt === LISTEN_ATTEMPTS) throw error;
    }
  }
}

const deadlineOf = ({ deadlineMs = PATIENCE_MS }: StackOptions): number | undefined =>
  deadlineMs === 'product' ? undefined : deadlineMs;

const mailService = ({ publicUrl }: Urls) => ({ name: 'Holdfast', fromEmail: 'mail@holdfast.example', publicUrl });

function services({ sql, client, taskQueue, secrets, log, options }: Ground, urls: Urls) {
  const deadlineMs = deadlineOf(options);
  const everyDomain: ResolveMx = async (domain) => [{ exchange: `mx.${domain}`, priority: 10 }];
  return createServices({
    sql,
    log,
    temporal: async () => client,
    taskQueue,
    flowDeadlineMs: deadlineMs,
    bookingFlows: createBookingFlows(client, taskQueue, deadlineMs),
    resolveMx: options.resolveMx ?? everyDomain,
    signIn: { mode: 'local', providerClients: {}, ...options.signIn },
    looksUpGuests: options.lookUpDomain !== undefined,
    mailService: mailService(urls),
    secrets,
    calendarConsents: options.calendarConsents ?? createConsents({ google: NOWHERE, microsoft: NOWHERE_ELSE }),
    tokenKeys: tokenKeysOf([], secrets.calendarTokens),
    paymentPages: options.payments ? createPaymentPages(options.payments) : null,
    checkoutReturnOrigins: options.checkoutReturnOrigins ?? [],
    isAgentInbox: agentInboxes(['agents.test']),
    readClientDocument: options.readClientDocument ?? (async () => ({ unread: 'unreachable' })),
    readAccount: options.readAccount ?? (async () => ({ unread: 'away' })),
    legacyKeyPrefix: 'sched_',
    version: '0.0.0-test',
    webFolder: webFolder(),
    temporalUi: 'http://temporal.test/namespaces/default',
    localMailbox: true,
    missingSearchAttributes: () => missingSearchAttributes(client),
  });
}

class RestartableWorker {
  readonly #ground: Ground;
  readonly #urls: Urls;
  #running: { worker: Workers; ended: Promise<void>; connection: NativeConnection } | undefined;

  constructor(ground: Ground, urls: Urls) {
    this.#ground = ground;
    this.#urls = urls;
  }

  async start(): Promise<void> {
    const { database, client, taskQueue, secrets, log, options } = this.#ground;
    quietRuntime();
    const connection = await NativeConnection.connect({ address: options.temporal ?? temporalAddress() });
    const now = options.now ?? Date.now;
    const worker = await createWorkers({
      connection,
      namespace: NAMESPACE,
      taskQueue,
      workflowBundle: { codePath: bundlePath() },
      flowsInThisThread: true,
      client,
      dependencies: {
        sql: database.sql,
        secrets,
        mailer: options.makeMailer?.(database.sql) ?? localMailer(database.sql, now),
        service: mailService(this.#urls),
        links: { appUrl: this.#urls.appUrl, publicUrl: this.#urls.publicUrl },
        now,
        payments: options.payments ? stripePayments(options.payments, { retries: 0, timeoutMs: 2_000 }) : null,
        sendWebhook: openWebhooks({ appUrl: this.#urls.appUrl, mode: 'local' }),
        ...(options.lookUpDomain && { lookUpDomain: options.lookUpDomain }),
        ...(options.calendarProviders && { calendarProviders: options.calendarProviders }),
      },
      log,
    });
    this.#running = { worker, ended: worker.run(), connection };
  }

  async stop(): Promise<void> {
    if (!this.#running) return;
    const { worker, ended, connection } = this.#running;
    this.#running = undefined;
    worker.shutdown();
    await ended;
    await connection.close();
  }
}

async function waitForMail(sql: Sql, to: string, kind: string): Promise<LocalMail> {
  const deadlineMs = Date.now() + MAIL_TIMEOUT_MS;
  for (;;) {
    const mails = await listLocalMails(sql, { to });
    const found = mails.find((mail) => mail.kind === kind);
    if (found) return found;
    if (Date.now() > deadlineMs)
      throw new Error(
        `No ${kind} for ${to} in ${MAIL_TIMEOUT_MS / 1_000} s; there: ${mails.map((mail) => mail.kind).join(', ') || 'nothing'}`,
      );
    await delay(20);
  }
}

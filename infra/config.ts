import { z } from 'zod';
import { PROVIDER_NAMES } from '../domain/accounts/providers.ts';
import type { PaymentsAccount } from '../domain/billing/payments-account.ts';
import type { CalendarApp, CalendarApps } from '../domain/calendars/consent.ts';
import type { CalendarProviderName } from '../domain/calendars/remote-event.ts';
import { hostsOf } from '../domain/client-networks.ts';
import type { TokenKeys } from '../domain/sealed-token.ts';
import { type AppleClient, appleClientIds, appleOf, halfOfApple } from './apple-variables.ts';
import { lookUpsOf } from './look-up-variables.ts';
import { isLoopback, isWeakKey } from './production-rules.ts';
import { halfOfStripe, paymentsOf } from './stripe-variables.ts';
import {
  ipAddress,
  issuer,
  mailDomains,
  mailFrom,
  oneOf,
  origin,
  origins,
  port,
  secretKey,
  stripeKey,
  stripeWebhookSecret,
  tokenKeys,
  trustProxy,
} from './variable-rules.ts';

/** The environment of this process. All other code gets it, or a `Config`, as an argument. */
export const environment: NodeJS.ProcessEnv = process.env;

export interface Config {
  /** `local` enables the mailbox page and the readable log. Use `production` for anything that guests can reach. */
  readonly mode: 'local' | 'production';
  /** Origins without a trailing slash. */
  readonly appUrl: string;
  readonly publicUrl: string;
  readonly mcpUrl: string;
  readonly ports: Ports;
  readonly databaseUrl: string;
  readonly temporal: TemporalConfig;
  readonly taskQueue: string;
  /** A prebuilt workflow bundle. If missing, built at start. */
  readonly bundlePath?: string | undefined;
  /** The browser code of the pages, built by `npm run build`. Default: web/dist. */
  readonly webFolder?: string | undefined;
  /** Shared rate limits. If missing, each process counts alone. */
  readonly redisUrl?: string | undefined;
  /** If missing, mail goes to the local mailbox. */
  readonly postmarkToken?: string | undefined;
  /** Sender of mails and invites. */
  readonly mailFrom: { readonly name: string; readonly email: string };
  /** Express' `trust proxy`: false, a number of hops, or addresses and networks. */
  readonly trustProxy: false | number | string;
  readonly rateLimitFactor: number;
  /** At least 32 random bytes. `domain/secrets.ts` derives one key for each purpose. */
  readonly secretKey: Buffer;
  /** Sign-in providers whose variables are set. The mailed link always works. */
  readonly identityProviders: Readonly<Partial<Record<'google' | 'microsoft', IdentityProvider>>>;
  /** The apps in which people sign in with Apple. If missing, nobody does. */
  readonly apple?: AppleClient | undefined;
  /** Where calendars can be connected: the same registrations; in local mode else the stand-ins. */
  readonly calendarApps: CalendarApps;
  /** Keys that seal the tokens of calendars, the first of them. Empty: one that is derived from `secretKey`. */
  readonly calendarTokenKeys: TokenKeys;
  /** Where plans are paid: Stripe; in local mode else its stand-in. If missing, nothing can be bought. */
  readonly payments?: PaymentsAccount | undefined;
  /** Origins besides `appUrl` to which a payment page may return. */
  readonly checkoutReturnOrigins: readonly string[];
  /** Mail domains of agents, besides those of known providers. */
  readonly agentMailDomains: readonly string[];
  /** Whether companies of guests are looked up. */
  readonly enrichment: boolean;
  /** Local mode: where the stand-in of the internet answers. If missing, user-given hosts are those of the internet. */
  readonly internetStandInUrl?: string | undefined;
  /** Prefix of keys from before the cutover; they have no checksum. */
  readonly legacyKeyPrefix: string;
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error';
  /** The IP address that the API listens on. */
  readonly listenAddress: string;
  /** Prometheus metrics. One port for each process, so that both can share a machine and its variables. */
  readonly metricsPorts: { readonly api?: number | undefined; readonly worker?: number | undefined };
  /** The IP address that the metrics listen on. */
  readonly metricsAddress: string;
  /** How long the API still answers after SIGTERM, while its readiness is 503. Load balancers need it to look elsewhere. */
  readonly drainSeconds: number;
  /** Names the deployed code, such as a git commit. If missing: the version and a hash of the workflow bundle. */
  readonly buildId?: string | undefined;
}

/** Local: three ports. Production: one port, and the Host header selects the origin. */
export type Ports =
  | { readonly app: number; readonly public: number; readonly mcp: number }
  | { readonly single: number };

/** Our registration at an identity provider. */
export interface IdentityProvider {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly issuer: string;
}

export interface TemporalConfig {
  /** Origin and path of its web UI, without a trailing slash: hosts get links to the flows of their meetings. If missing, they get none. */
  readonly uiUrl?: string | undefined;
  readonly address: string;
  readonly namespace: string;
  readonly tls: boolean;
  readonly apiKey?: string | undefined;
}

/** The environment is invalid. The message has one line for each variable. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** Orchestrators kill after 30 s by default; some wait for minutes. */
const MOST_DRAIN_SECONDS = 300;
/** A load balancer that asks every two seconds has asked twice. */
const DRAIN_SECONDS_IN_PRODUCTION = 5;

const temporalVariables = z.object({
  TEMPORAL_ADDRESS: z.string().regex(/^[^\s/]+:\d+$/, 'must be host:port'),
  TEMPORAL_NAMESPACE: z.string().default('default'),
  TEMPORAL_TLS: oneOf('true', 'false').optional(),
  TEMPORAL_API_KEY: z.string().optional(),
  TEMPORAL_UI_URL: z.url({ protocol: /^https?$/, error: 'must be an http:// or https:// URL' }).optional(),
});

const variables = z.object({
  HOLDFAST_MODE: oneOf('local', 'production').default('production'),
  APP_URL: origin.optional(),
  PUBLIC_URL: origin.optional(),
  MCP_URL: origin.optional(),
  PORT: port.default(3000),
  PORT_APP: port.optional(),
  PORT_PUBLIC: port.optional(),
  PORT_MCP: port.optional(),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// URL' }),
  ...temporalVariables.shape,
  TASK_QUEUE: z
    .string()
    .regex(/^[\w.-]+$/, 'must be letters, digits, dots, hyphens and underscores, such as interactive')
    .regex(/^(?!.*-packs$)/, 'must not end in -packs: the queue of pack flows has this name')
    .default('interactive'),
  WORKFLOW_BUNDLE: z.string().optional(),
  WEB_FOLDER: z.string().optional(),
  REDIS_URL: z.url({ protocol: /^rediss?$/, error: 'must be a redis:// URL' }).optional(),
  POSTMARK_SERVER_TOKEN: z.string().optional(),
  MAIL_FROM: mailFrom.optional(),
  TRUST_PROXY: trustProxy.default(false),
  RATE_LIMIT_FACTOR: z.coerce.number('must be a number').positive('must be above 0').default(1),
  SECRET_KEY: secretKey,
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  GOOGLE_ISSUER: issuer.default('https://accounts.google.com'),
  MICROSOFT_CLIENT_ID: z.string().optional(),
  MICROSOFT_CLIENT_SECRET: z.string().optional(),
  MICROSOFT_ISSUER: issuer.default('https://login.microsoftonline.com/common/v2.0'),
  APPLE_CLIENT_IDS: appleClientIds,
  APPLE_STAND_IN_URL: origin.optional(),
  GOOGLE_STAND_IN_URL: origin.optional(),
  MICROSOFT_STAND_IN_URL: origin.optional(),
  CALENDAR_TOKEN_KEYS: tokenKeys.optional(),
  STRIPE_SECRET_KEY: stripeKey.optional(),
  STRIPE_WEBHOOK_SECRET: stripeWebhookSecret.optional(),
  STRIPE_STAND_IN_URL: origin.optional(),
  ENRICHMENT: oneOf('on', 'off').optional(),
  INTERNET_STAND_IN_URL: origin.optional(),
  CHECKOUT_RETURN_ORIGINS: origins.default([]),
  AGENT_MAIL_DOMAINS: mailDomains.default([]),
  LEGACY_KEY_PREFIX: z.string().min(1).default('sched_'),
  LOG_LEVEL: oneOf('debug', 'info', 'warn', 'error').default('info'),
  METRICS_PORT_API: port.optional(),
  METRICS_PORT_WORKER: port.optional(),
  METRICS_ADDRESS: ipAddress.default('127.0.0.1'),
  LISTEN_ADDRESS: ipAddress.default('127.0.0.1'),
  DRAIN_SECONDS: z
    .string()
    .regex(/^\d+$/, 'must be a whole number of seconds')
    .transform(Number)
    .refine((seconds) => seconds <= MOST_DRAIN_SECONDS, `must be at most ${MOST_DRAIN_SECONDS}`)
    .optional(),
  BUILD_ID: z
    .string()
    .regex(/^[\w.+-]{1,64}$/, 'must have at most 64 letters, digits, dots, plus signs, hyphens and underscores')
    .optional(),
});

type Variables = z.output<typeof variables>;

/** Every variable that worker and api read. docs/local-stack.md explains each. */
export const variableNames: readonly string[] = Object.keys(variables.shape);

const NEEDED_IN_PRODUCTION = ['APP_URL', 'PUBLIC_URL', 'MCP_URL', 'MAIL_FROM', 'POSTMARK_SERVER_TOKEN'] as const;
const ORIGINS = ['APP_URL', 'PUBLIC_URL', 'MCP_URL'] as const;
const PROVIDERS = ['GOOGLE', 'MICROSOFT'] as const;
const STAND_INS = [...PROVIDERS, 'APPLE', 'STRIPE', 'INTERNET'] as const;
const LOCAL_PORTS = { APP: 3000, PUBLIC: 3001, MCP: 3002 } as const;

/**
 * Reads the configuration. An empty variable counts as missing.
 * @throws ConfigError with one line for each variable that is missing or wrong. Never quotes values: some are secrets.
 */
export function loadConfig(env: NodeJS.ProcessEnv): Config {
  const given = withoutEmpty(env);
  const parsed = variables.safeParse(given);
  const problems = parsed.success ? [] : parsed.error.issues.map((issue) => describeIssue(issue, given));
  if ((given.HOLDFAST_MODE ?? 'production') === 'production') {
    problems.push(
      ...NEEDED_IN_PRODUCTION.filter((name) => given[name] === undefined).map((name) => `${name} is missing`),
    );
    problems.push(...unsafeInProduction(given), ...STAND_INS.flatMap((name) => standInGiven(name, given)));
  }
  problems.push(...PROVIDERS.flatMap((name) => halfGiven(name, given)), ...halfOfApple(given), ...halfOfStripe(given));
  if (!parsed.success || problems.length > 0) throw configError(problems);
  return toConfig(parsed.data);
}

/** For tools that need only Temporal. @throws ConfigError */
export function loadTemporalConfig(env: NodeJS.ProcessEnv): TemporalConfig {
  const given = withoutEmpty(env);
  const parsed = temporalVariables.safeParse(given);
  if (!parsed.success) throw configError(parsed.error.issues.map((issue) => describeIssue(issue, given)));
  return toTemporalConfig(parsed.data);
}

/** Cookies, codes and links need an encrypted way and a key that cannot be guessed. A value that cannot be read is named elsewhere. */
const unsafeInProduction = (given: NodeJS.ProcessEnv): string[] => {
  const origins = ORIGINS.map((name) => ({ name, url: variables.shape[name].safeParse(given[name]).data }));
  const secretKey = variables.shape.SECRET_KEY.safeParse(given.SECRET_KEY).data;
  return [
    ...origins.flatMap(({ name, url }) =>
      url?.startsWith('http:') && !isLoopback(url)
        ? [`${name} must begin with https:// in production (http:// only for localhost)`]
        : [],
    ),
    ...sharedHosts(origins),
    ...(secretKey && isWeakKey(secretKey)
      ? ['SECRET_KEY follows a pattern, so it can be guessed (make one: openssl rand -base64 32)']
      : []),
    ...(variables.shape.CALENDAR_TOKEN_KEYS.safeParse(given.CALENDAR_TOKEN_KEYS).data ?? [])
      .filter(({ key }) => isWeakKey(key))
      .map(
        ({ id }) =>
          `CALENDAR_TOKEN_KEYS: the key ${id} follows a pattern, so it can be guessed (make one: openssl rand -base64 32)`,
      ),
  ];
};

/** One port serves all three in production: the Host header must say which one is meant. */
const sharedHosts = (origins: readonly { readonly name: string; readonly url: string | undefined }[]): string[] =>
  origins.flatMap(({ name, url }, index) => {
    const hosts = new Set(url ? hostsOf(url) : []);
    const other = origins
      .slice(0, index)
      .find((earlier) => earlier.url && hostsOf(earlier.url).some((host) => hosts.has(host)));
    return other ? [`${name} must have another host than ${other.name} (localhost, 127.0.0.1 and [::1] are one)`] : [];
  });

const reconcileVariables = variables.pick({ DATABASE_URL: true, TASK_QUEUE: true }).extend(temporalVariables.shape);

/** For tools that compare the database with Temporal. @throws ConfigError */
export function loadReconcileConfig(env: NodeJS.ProcessEnv): Pick<Config, 'databaseUrl' | 'temporal' | 'taskQueue'> {
  const given = withoutEmpty(env);
  const parsed = reconcileVariables.safeParse(given);
  if (!parsed.success) throw configError(parsed.error.issues.map((issue) => describeIssue(issue, given)));
  const { DATABASE_URL, TASK_QUEUE } = parsed.data;
  return { databaseUrl: DATABASE_URL, taskQueue: TASK_QUEUE, temporal: toTemporalConfig(parsed.data) };
}

/** A provider needs both variables, or it is off. */
const halfGiven = (name: (typeof PROVIDERS)[number], given: NodeJS.ProcessEnv): string[] => {
  const [id, secret] = [`${name}_CLIENT_ID`, `${name}_CLIENT_SECRET`];
  if ((given[id] === undefined) === (given[secret] === undefined)) return [];
  return [given[id] === undefined ? `${id} is missing beside ${secret}` : `${secret} is missing beside ${id}`];
};

/** A stand-in lets anybody sign in as anybody, pay without money, and be any company. */
const standInGiven = (name: (typeof STAND_INS)[number], given: NodeJS.ProcessEnv): string[] => {
  const variable = `${name}_STAND_IN_URL`;
  return given[variable] === undefined ? [] : [`${variable} is for local mode alone`];
};

const API_URLS = { google: 'https://www.googleapis.com/', microsoft: 'https://graph.microsoft.com/' } as const;

/** Our registration; in local mode else the stand-in, which every client of the name `holdfast-local` may use. */
function calendarAppOf(values: Variables, name: CalendarProviderName): CalendarApp | undefined {
  const upper = name === 'google' ? 'GOOGLE' : 'MICROSOFT';
  const registered = providerOf(values, upper);
  if (registered) return { ...registered, label: PROVIDER_NAMES[name], apiUrl: API_URLS[name] };
  const url = values[`${upper}_STAND_IN_URL`];
  if (url === undefined) return undefined;
  return {
    label: `${PROVIDER_NAMES[name]} (local stand-in)`,
    ...{ clientId: 'holdfast-local', clientSecret: 'local' },
    issuer: name === 'google' ? url : `${url}/common/v2.0`,
    apiUrl: `${url}/`,
  };
}

const providerOf = (values: Variables, name: (typeof PROVIDERS)[number]): IdentityProvider | undefined => {
  const [clientId, clientSecret] = [values[`${name}_CLIENT_ID`], values[`${name}_CLIENT_SECRET`]];
  return clientId && clientSecret ? { clientId, clientSecret, issuer: values[`${name}_ISSUER`] } : undefined;
};

const withoutEmpty = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));

const configError = (problems: readonly string[]): ConfigError =>
  new ConfigError(`Wrong or missing variables:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);

const toTemporalConfig = (values: z.output<typeof temporalVariables>): TemporalConfig => ({
  address: values.TEMPORAL_ADDRESS,
  namespace: values.TEMPORAL_NAMESPACE,
  tls: values.TEMPORAL_TLS === undefined ? values.TEMPORAL_API_KEY !== undefined : values.TEMPORAL_TLS === 'true',
  apiKey: values.TEMPORAL_API_KEY,
  uiUrl: values.TEMPORAL_UI_URL?.replace(/\/+$/, ''),
});

const describeIssue = ({ path, message }: z.core.$ZodIssue, given: Record<string, unknown>): string => {
  const name = path.join('.');
  return `${name} ${given[name] === undefined ? 'is missing' : message}`;
};

function toConfig(values: Variables): Config {
  const [google, microsoft] = [providerOf(values, 'GOOGLE'), providerOf(values, 'MICROSOFT')];
  const calendars = { google: calendarAppOf(values, 'google'), microsoft: calendarAppOf(values, 'microsoft') };
  const local = values.HOLDFAST_MODE === 'local';
  const ports = { app: localPort(values, 'APP'), public: localPort(values, 'PUBLIC'), mcp: localPort(values, 'MCP') };
  return {
    mode: values.HOLDFAST_MODE,
    appUrl: values.APP_URL ?? `http://localhost:${ports.app}`,
    publicUrl: values.PUBLIC_URL ?? `http://localhost:${ports.public}`,
    mcpUrl: values.MCP_URL ?? `http://localhost:${ports.mcp}`,
    ports: local ? ports : { single: values.PORT },
    databaseUrl: values.DATABASE_URL,
    temporal: toTemporalConfig(values),
    taskQueue: values.TASK_QUEUE,
    bundlePath: values.WORKFLOW_BUNDLE,
    webFolder: values.WEB_FOLDER,
    redisUrl: values.REDIS_URL,
    postmarkToken: values.POSTMARK_SERVER_TOKEN,
    mailFrom: values.MAIL_FROM ?? { name: 'Holdfast', email: 'holdfast@localhost' },
    trustProxy: values.TRUST_PROXY,
    rateLimitFactor: values.RATE_LIMIT_FACTOR,
    secretKey: values.SECRET_KEY,
    identityProviders: { ...(google && { google }), ...(microsoft && { microsoft }) },
    apple: appleOf(values),
    calendarApps: {
      ...(calendars.google && { google: calendars.google }),
      ...(calendars.microsoft && { microsoft: calendars.microsoft }),
    },
    calendarTokenKeys: values.CALENDAR_TOKEN_KEYS ?? [],
    payments: paymentsOf(values),
    checkoutReturnOrigins: values.CHECKOUT_RETURN_ORIGINS,
    agentMailDomains: values.AGENT_MAIL_DOMAINS,
    ...lookUpsOf(values),
    legacyKeyPrefix: values.LEGACY_KEY_PREFIX,
    logLevel: values.LOG_LEVEL,
    listenAddress: values.LISTEN_ADDRESS,
    metricsPorts: { api: values.METRICS_PORT_API, worker: values.METRICS_PORT_WORKER },
    metricsAddress: values.METRICS_ADDRESS,
    drainSeconds: values.DRAIN_SECONDS ?? (local ? 0 : DRAIN_SECONDS_IN_PRODUCTION),
    buildId: values.BUILD_ID,
  };
}

const tokenKeyVariables = variables.pick({ DATABASE_URL: true, SECRET_KEY: true, CALENDAR_TOKEN_KEYS: true });

/** For the tool that seals the tokens of calendars again. @throws ConfigError */
export function loadTokenKeyConfig(
  env: NodeJS.ProcessEnv,
): Pick<Config, 'databaseUrl' | 'secretKey' | 'calendarTokenKeys'> {
  const given = withoutEmpty(env);
  const parsed = tokenKeyVariables.safeParse(given);
  if (!parsed.success) throw configError(parsed.error.issues.map((issue) => describeIssue(issue, given)));
  const { DATABASE_URL, SECRET_KEY, CALENDAR_TOKEN_KEYS } = parsed.data;
  return { databaseUrl: DATABASE_URL, secretKey: SECRET_KEY, calendarTokenKeys: CALENDAR_TOKEN_KEYS ?? [] };
}

const paymentsVariables = variables.pick({
  ...{ APP_URL: true, STRIPE_SECRET_KEY: true, STRIPE_WEBHOOK_SECRET: true, STRIPE_STAND_IN_URL: true },
});

/** For the tool that prepares our account at Stripe, before there is a secret of webhooks. @throws ConfigError */
export function loadPaymentsConfig(
  env: NodeJS.ProcessEnv,
): Pick<Config, 'appUrl'> & { readonly payments: PaymentsAccount } {
  const given = withoutEmpty(env);
  const parsed = paymentsVariables.safeParse(given);
  if (!parsed.success) throw configError(parsed.error.issues.map((issue) => describeIssue(issue, given)));
  const payments = paymentsOf(parsed.data);
  if (!payments) throw configError(['STRIPE_SECRET_KEY is missing']);
  return { payments, appUrl: parsed.data.APP_URL ?? `http://localhost:${LOCAL_PORTS.APP}` };
}

/** For tools that need only the database. @throws ConfigError if it is missing. */
export function databaseUrl(env: NodeJS.ProcessEnv): string {
  const url = env.DATABASE_URL;
  if (!url) throw new ConfigError('DATABASE_URL is missing');
  return url;
}

/** PORT_APP, else the port of APP_URL, else the default. */
function localPort(values: Variables, name: keyof typeof LOCAL_PORTS): number {
  const url = values[`${name}_URL`];
  return values[`PORT_${name}`] ?? (Number(url && new URL(url).port) || LOCAL_PORTS[name]);
}

import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type Config, ConfigError, loadConfig } from '../config.ts';
import { LocalStackError } from './local-stack-error.ts';
import { PORTS, type PortName, requireOpenablePorts } from './ports.ts';
import type { LocalSecrets } from './secrets.ts';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

export const USAGE = `npm start [-- options]
  --fresh           drop the data of earlier runs first
  --port-offset N   shift all ports by N, with data of its own: two stacks side by side
  --help            this text`;

export interface LaunchOptions {
  readonly fresh: boolean;
  readonly portOffset: number;
  readonly help: boolean;
}

/** What one run of the launcher will do, decided before anything starts. */
export interface Plan {
  readonly folder: string;
  readonly bundleFolder: string;
  readonly ports: Readonly<Record<PortName, number>>;
  /** Set if the user provides this server; then ours does not start. */
  readonly databaseUrl: string | undefined;
  readonly temporalAddress: string | undefined;
  /** Services at which the user has no registration or account: their stand-ins start. */
  readonly standIns: readonly StandInName[];
}

export type StandInName = 'google' | 'microsoft' | 'stripe' | 'internet';

/** @throws LocalStackError for an unknown option or a wrong value. */
export function parseOptions(args: readonly string[]): LaunchOptions {
  const options = { fresh: { type: 'boolean' }, 'port-offset': { type: 'string' }, help: { type: 'boolean' } } as const;
  try {
    const { values } = parseArgs({ args: [...args], options });
    const portOffset = Number(values['port-offset'] ?? 0);
    if (!Number.isInteger(portOffset) || portOffset < 0 || portOffset > 10_000)
      throw new Error('--port-offset takes 0 to 10000');
    return { fresh: values.fresh ?? false, portOffset, help: values.help ?? false };
  } catch (error) {
    throw new LocalStackError(error instanceof Error ? error.message : String(error), USAGE);
  }
}

/** @throws LocalStackError for a port variable that is no port, and for a port at which browsers open no page. */
export function makePlan(env: NodeJS.ProcessEnv, { portOffset }: LaunchOptions): Plan {
  const local = join(ROOT, '.local');
  const names = Object.keys(PORTS) as PortName[];
  const entries = names.map((name) => [name, portFor(name, env) + portOffset] as const);
  const ports = Object.fromEntries(entries) as Record<PortName, number>;
  requireOpenablePorts(ports);
  return {
    folder: portOffset === 0 ? local : join(local, `offset-${portOffset}`),
    bundleFolder: local,
    ports,
    databaseUrl: env.DATABASE_URL || undefined,
    temporalAddress: env.TEMPORAL_ADDRESS || undefined,
    standIns: [
      ...(env.GOOGLE_CLIENT_ID ? [] : ['google' as const]),
      ...(env.MICROSOFT_CLIENT_ID ? [] : ['microsoft' as const]),
      ...(env.STRIPE_SECRET_KEY ? [] : ['stripe' as const]),
      // Whoever sets it means the real internet, or none.
      ...(env.ENRICHMENT ? [] : ['internet' as const]),
    ],
  };
}

function portFor(name: PortName, env: NodeJS.ProcessEnv): number {
  const { variable, port } = PORTS[name];
  const given = env[variable] || portInUrl(env[`${variable.replace('PORT_', '')}_URL`]);
  if (!given) return port;
  const value = Number(given);
  if (Number.isInteger(value) && value >= 1 && value <= 65_535) return value;
  throw new LocalStackError(`${variable} is not a port.`, `  It is "${given}"; ports are 1 to 65535.`);
}

const portInUrl = (url: string | undefined): string => (url && URL.canParse(url) ? new URL(url).port : '');

/** The ports that this run opens itself. */
export function portsToOpen({
  ports,
  databaseUrl,
  temporalAddress,
  standIns,
}: Plan): Partial<Record<PortName, number>> {
  const { app, public: publicPort, mcp, temporal, temporalUi, postgres } = ports;
  return {
    ...{ app, public: publicPort, mcp },
    ...Object.fromEntries(standIns.map((name) => [STAND_IN_PORTS[name], ports[STAND_IN_PORTS[name]]])),
    ...(databaseUrl === undefined && { postgres }),
    ...(temporalAddress === undefined && { temporal, temporalUi }),
  };
}

const STAND_IN_PORTS = {
  ...{ google: 'googleStandIn', microsoft: 'microsoftStandIn', stripe: 'stripeStandIn' },
  internet: 'internetStandIn',
} as const satisfies Record<StandInName, PortName>;

/** Where a stand-in answers: also its issuer, so it must be the very text. */
export const standInUrl = ({ ports }: Pick<Plan, 'ports'>, name: StandInName): string =>
  `http://127.0.0.1:${ports[STAND_IN_PORTS[name]]}`;

/** The environment of worker and api: the user's own plus the launcher's settings. */
export function childEnvironment(env: NodeJS.ProcessEnv, plan: Plan, secrets: LocalSecrets): NodeJS.ProcessEnv {
  const { ports } = plan;
  return {
    ...env,
    // React and Express are slower in development mode: mails would take twice as long to render.
    NODE_ENV: env.NODE_ENV || 'production',
    HOLDFAST_MODE: 'local',
    PORT_APP: String(ports.app),
    PORT_PUBLIC: String(ports.public),
    PORT_MCP: String(ports.mcp),
    DATABASE_URL:
      plan.databaseUrl ??
      `postgres://holdfast:${encodeURIComponent(secrets.postgresPassword)}@127.0.0.1:${ports.postgres}/holdfast`,
    TEMPORAL_ADDRESS: plan.temporalAddress ?? `127.0.0.1:${ports.temporal}`,
    ...(plan.temporalAddress === undefined && {
      TEMPORAL_UI_URL: env.TEMPORAL_UI_URL || `http://localhost:${ports.temporalUi}`,
    }),
    SECRET_KEY: env.SECRET_KEY || secrets.secretKey,
    ...(plan.standIns.includes('google') && { GOOGLE_STAND_IN_URL: standInUrl(plan, 'google') }),
    ...(plan.standIns.includes('microsoft') && { MICROSOFT_STAND_IN_URL: standInUrl(plan, 'microsoft') }),
    ...(plan.standIns.includes('internet') && { INTERNET_STAND_IN_URL: standInUrl(plan, 'internet') }),
    ...(plan.standIns.includes('stripe') && { STRIPE_STAND_IN_URL: standInUrl(plan, 'stripe') }),
  };
}

/** Checks the environment of worker and api before they start. @throws LocalStackError */
export function checkedConfig(env: NodeJS.ProcessEnv): Config {
  try {
    return loadConfig(env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    throw new LocalStackError('A variable in your environment is wrong.', error.message);
  }
}

import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { LocalStackError } from './local-stack-error.ts';

const LOOPBACK = '127.0.0.1';

/** The port of each part of a local stack, and the variable that changes it. */
export const PORTS = {
  app: { port: 3000, variable: 'PORT_APP' },
  public: { port: 3001, variable: 'PORT_PUBLIC' },
  mcp: { port: 3002, variable: 'PORT_MCP' },
  googleStandIn: { port: 3003, variable: 'PORT_GOOGLE_STAND_IN' },
  microsoftStandIn: { port: 3004, variable: 'PORT_MICROSOFT_STAND_IN' },
  stripeStandIn: { port: 3005, variable: 'PORT_STRIPE_STAND_IN' },
  internetStandIn: { port: 3006, variable: 'PORT_INTERNET_STAND_IN' },
  temporal: { port: 7233, variable: 'PORT_TEMPORAL' },
  temporalUi: { port: 8233, variable: 'PORT_TEMPORAL_UI' },
  postgres: { port: 54329, variable: 'PORT_POSTGRES' },
} as const;

export type PortName = keyof typeof PORTS;

/**
 * A port that is free now; another process may still take it. Systems give ports from 32768 on to outgoing connections: below, nobody takes
 * one by chance.
 */
export async function freePort(): Promise<number> {
  const port = randomInt(20_000, 32_768);
  return (await isFree(port, LOOPBACK)) ? port : freePort();
}

async function isFree(port: number, host: string | undefined): Promise<boolean> {
  const server = createServer();
  try {
    server.listen({ port, ...(host && { host }), exclusive: true });
    await once(server, 'listening');
    server.close();
    await once(server, 'close');
    return true;
  } catch (error) {
    // A machine without IPv6 cannot bind '::', so no other process holds it.
    return !(error instanceof Error && 'code' in error && (error.code === 'EADDRINUSE' || error.code === 'EACCES'));
  }
}

/**
 * Checks every port before anything starts.
 * @throws LocalStackError that names each taken port and its variable.
 */
export async function requireFreePorts(wanted: Partial<Record<PortName, number>>): Promise<void> {
  const entries = Object.entries(wanted) as [PortName, number][];
  const free = await Promise.all(
    entries.map(async ([, port]) => (await isFree(port, LOOPBACK)) && (await isFree(port, '::'))),
  );
  const taken = entries.filter((_, index) => !free[index]);
  if (taken.length === 0) return;
  const lines = taken.map(
    ([name, port]) => `  port ${port} (${name}) is taken or not allowed: set ${PORTS[name].variable}`,
  );
  throw new LocalStackError(
    'Some ports that Holdfast needs are in use.',
    [...lines, '  or shift all of them: npm start -- --port-offset 100'].join('\n'),
  );
}

/** Ports that browsers and Node's fetch open no page of (the Fetch standard's "bad ports" from 1024 on). */
const BLOCKED: ReadonlySet<number> = new Set([
  ...[
    1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10_080,
  ],
]);

/** Parts that are no web servers. */
const NOT_WEB: ReadonlySet<string> = new Set(['temporal', 'postgres'] satisfies PortName[]);

/** @throws LocalStackError that names each port at which no browser would open a page. */
export function requireOpenablePorts(ports: Readonly<Record<PortName, number>>): void {
  const entries = Object.entries(ports) as [PortName, number][];
  const blocked = entries.filter(([name, port]) => BLOCKED.has(port) && !NOT_WEB.has(name));
  if (blocked.length === 0) return;
  const lines = blocked.map(([name, port]) => `  port ${port} (${name}): set ${PORTS[name].variable}`);
  throw new LocalStackError(
    'Browsers block some of these ports, whoever listens there.',
    [...lines, '  or take another --port-offset'].join('\n'),
  );
}

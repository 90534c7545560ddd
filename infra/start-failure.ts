import { isDatabaseAway } from '../store/database.ts';
import { OutdatedDatabase, TableInUse } from '../store/migrate.ts';
import { ConfigError } from './config.ts';

/** A process cannot start because of its environment. The message names the variable and what to do. */
export class StartFailure extends Error {
  override readonly name = 'StartFailure';
}

/** gRPC status codes. */
const BY_GRPC_CODE: Readonly<Record<number, string>> = {
  5: 'TEMPORAL_NAMESPACE: Temporal has no such namespace. Make it (temporal operator namespace create), or name another.',
  7: 'TEMPORAL_API_KEY: Temporal refuses this key for the namespace. Check the key, its rights and TEMPORAL_NAMESPACE.',
  16: 'TEMPORAL_API_KEY: Temporal does not know this key. Check that it is right and has not expired.',
  14: 'TEMPORAL_ADDRESS: Temporal does not answer. Check that it runs, and check TEMPORAL_TLS.',
};

/** As the worker's own connection writes what Temporal answered. */
const NO_NAMESPACE = /code: NotFound\b.*\bnamespace\b/is;

type Failure = Error & Readonly<Record<string, unknown>>;

function* causes(error: unknown): Generator<Failure> {
  for (let link = error, depth = 0; link instanceof Error && depth < 5; link = link.cause, depth++)
    yield link as Failure;
}

function known(link: Failure): string | undefined {
  if (link instanceof ConfigError || link instanceof StartFailure) return link.message;
  if (link instanceof OutdatedDatabase || link instanceof TableInUse) return link.message;
  if (link.syscall === 'listen' && link.code === 'EADDRNOTAVAIL')
    return `LISTEN_ADDRESS: this machine has no address ${String(link.address)}. Name one of its own, or leave the variable out.`;
  if (link.syscall === 'listen' && typeof link.port === 'number')
    return `Port ${link.port} is ${link.code === 'EACCES' ? 'not allowed' : 'taken'}: change the variable that names it (PORT, PORT_APP, PORT_PUBLIC, PORT_MCP or METRICS_PORT_API).`;
  if (isDatabaseAway(link)) return `DATABASE_URL: the database does not answer (${link.message}). Check that it runs.`;
  if (link.name === 'NamespaceNotFoundError' || NO_NAMESPACE.test(link.message)) return BY_GRPC_CODE[5];
  return typeof link.code === 'number' && 'metadata' in link ? BY_GRPC_CODE[link.code] : undefined;
}

/** What to print if a process cannot start: one line for each thing to fix, or the stack of an unknown error. */
export function describeStartFailure(error: unknown): string {
  for (const link of causes(error)) {
    const said = known(link);
    if (said !== undefined) return said;
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** Runs a step of a start. @throws StartFailure with `advice` and the reason when it fails */
export async function orFail<T>(step: () => T | Promise<T>, advice: string): Promise<T> {
  try {
    return await step();
  } catch (error) {
    throw new StartFailure(`${advice} (${error instanceof Error ? error.message : String(error)})`, { cause: error });
  }
}

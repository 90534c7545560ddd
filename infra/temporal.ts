import { Client, Connection, isGrpcServiceError } from '@temporalio/client';
import { searchAttributes } from '../workflows/search-attributes.ts';
import type { TemporalConfig } from './config.ts';
import { orFail, StartFailure } from './start-failure.ts';
import { retriesUntilClosed } from './temporal-retries.ts';

/** `temporal.api.enums.v1.IndexedValueType` */
const INDEXED_VALUE_TYPE = { KEYWORD: 2, DATETIME: 6 } as const;
const GRPC_ALREADY_EXISTS = 6;

/** Options for both `Connection` and the worker's `NativeConnection`. */
export const connectionOptions = ({
  address,
  tls,
  apiKey,
}: TemporalConfig): { address: string; tls: boolean; apiKey?: string } => ({
  address,
  tls,
  ...(apiKey !== undefined && { apiKey }),
});

/** Advice if no connection can be made. */
export const unreachable = ({ address, tls }: TemporalConfig): string =>
  `TEMPORAL_ADDRESS: no Temporal answers at ${address}${tls ? ' with TLS' : ''}. Check that it runs, TEMPORAL_TLS and TEMPORAL_API_KEY.`;

/** gRPC waits up to two minutes between reconnects. Reconnect sooner once Temporal is back. */
const RECONNECT = { 'grpc.initial_reconnect_backoff_ms': 100, 'grpc.max_reconnect_backoff_ms': 1_000 };

/** A client that connects on its first call, so that a process can start and serve reads without Temporal. */
export function createTemporalClient(config: TemporalConfig): Client {
  const connection = Connection.lazy({
    ...connectionOptions(config),
    channelArgs: RECONNECT,
    interceptors: retriesUntilClosed(),
  });
  return new Client({ connection, namespace: config.namespace });
}

/**
 * Registers our search attributes at a self-hosted Temporal; existing ones stay. Temporal Cloud refuses
 * this call: create them once in its console or with tcld.
 * @returns the names it added.
 */
export async function registerSearchAttributes(config: TemporalConfig): Promise<string[]> {
  const connection = await orFail(() => Connection.connect(connectionOptions(config)), unreachable(config));
  try {
    return await addMissingAttributes(connection, config.namespace);
  } finally {
    await connection.close();
  }
}

/**
 * The names of our search attributes that Temporal lacks, or has with another type. Without them it refuses every start of a flow.
 * @throws the error of a Temporal that does not answer, or does not show its attributes to this key
 */
export async function missingSearchAttributes({ connection, options }: Client): Promise<string[]> {
  if (!(connection instanceof Connection)) throw new TypeError('Only a client of its own connection reads attributes.');
  const { absent, ofOtherType } = await findMissing(connection, options.namespace);
  return [...absent.map(({ name }) => name), ...ofOtherType.map(withType)];
}

const withType = ({ name, type }: { readonly name: string; readonly type: string }): string => `${name} (${type})`;

const findMissing = async ({ operatorService }: Connection, namespace: string) => {
  const { customAttributes } = await operatorService.listSearchAttributes({ namespace });
  const all = Object.values(searchAttributes);
  return {
    absent: all.filter(({ name }) => !(name in customAttributes)),
    ofOtherType: all.filter(
      ({ name, type }) => (customAttributes[name] ?? INDEXED_VALUE_TYPE[type]) !== INDEXED_VALUE_TYPE[type],
    ),
  };
};

async function addMissingAttributes(connection: Connection, namespace: string): Promise<string[]> {
  const { operatorService } = connection;
  const { absent, ofOtherType } = await findMissing(connection, namespace);
  if (ofOtherType.length > 0) {
    throw new StartFailure(
      `Temporal has search attributes of these names with another type than ours: ${ofOtherType.map(withType).join(', ')}. Remove them there ("temporal operator search-attribute remove --name …"), then run this again.`,
    );
  }
  if (absent.length === 0) return [];
  const types = absent.map(({ name, type }) => [name, INDEXED_VALUE_TYPE[type]] as const);
  try {
    await operatorService.addSearchAttributes({ namespace, searchAttributes: Object.fromEntries(types) });
  } catch (error) {
    // Another process added them first.
    if (!isGrpcServiceError(error) || error.code !== GRPC_ALREADY_EXISTS) throw error;
  }
  return absent.map(({ name }) => name);
}

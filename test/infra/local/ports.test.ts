import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, it } from 'vitest';
import { freePort, requireFreePorts } from '../../../infra/local/ports.ts';

const adviceOf = (error: unknown): string => (error instanceof Error && 'advice' in error ? String(error.advice) : '');

it.each(['127.0.0.1', '::'])('names the variable of each port that is taken on %s', async (host) => {
  const server = createServer().listen(0, host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const free = await freePort();
  const error: unknown = await requireFreePorts({ app: free, postgres: port }).catch((reason: unknown) => reason);
  expect(adviceOf(error)).toContain(`port ${port} (postgres) is taken or not allowed: set PORT_POSTGRES`);
  expect(adviceOf(error)).not.toContain('PORT_APP');
  server.close();
  await once(server, 'close');
  await expect(requireFreePorts({ app: free, postgres: port })).resolves.toBeUndefined();
});

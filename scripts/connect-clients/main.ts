/**
 * Connects real clients to the connector of a new local stack, with a person in a real Chromium: mcp-remote and the MCP inspector, in both
 * protocols. Each goes from the address through sign-in, consent, the list of tools, a call, resources, prompts and a refresh to the end of
 * the connection. Then a guest books over the public endpoint, where the client asks them for the code:
 *
 *     npm run connect-clients
 *     npm run connect-clients -- --port-offset 1500
 *
 * Prints each step as passed or failed. Exit code 1: one failed. The clients and their Node 22 are installed once into the user's cache
 * folder, never into the checkout.
 */
import { rm } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { MCP_PATH } from '../../api/mcp/path.ts';
import { CONNECTOR_PATH } from '../../api/oauth/paths.ts';
import { launch, planAt } from '../../bench/stack.ts';
import { freePort } from '../../infra/local/ports.ts';
import { startChromium } from '../../test/support/drivers/chromium.ts';
import type { ConnectingClient } from './client.ts';
import { guestJourney } from './guest.ts';
import { inspector } from './inspector.ts';
import { type Ending, runJourney, type Server } from './journey.ts';
import { mcpRemote } from './mcp-remote.ts';
import { Person } from './person.ts';

const { values } = parseArgs({ options: { 'port-offset': { type: 'string', default: '800' } } });
const portOffset = Number(values['port-offset']);

const connectAll = async ({ appUrl, connectorUrl }: Server): Promise<boolean> => {
  const clients: readonly [Ending, (folder: string, port: number) => ConnectingClient][] = [
    ['home page', (folder) => mcpRemote(connectorUrl, folder)],
    ['home page', (folder, port) => inspector(connectorUrl, folder, port, 'legacy')],
    ['revocation request', (folder, port) => inspector(connectorUrl, folder, port, 'modern')],
  ];
  const browser = await startChromium();
  try {
    const results: boolean[] = [];
    for (const [ending, client] of clients) {
      const [person, port] = await Promise.all([Person.atScreen(browser, appUrl), freePort()]);
      results.push(await runJourney((folder) => client(folder, port), person, { appUrl, connectorUrl }, ending));
    }
    return results.every(Boolean);
  } finally {
    await browser.close();
  }
};

const { ports, folder } = planAt(portOffset);
const launched = launch({ fresh: true, portOffset });
const stop = (): void => void launched.stop().finally(() => process.exit(130));
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
try {
  console.log(`Starting a stack at ports ${ports.app} to ${ports.mcp} …`);
  await launched.ready;
  const appUrl = `http://localhost:${ports.app}`;
  const isConnected = await connectAll({ appUrl, connectorUrl: `http://localhost:${ports.mcp}${CONNECTOR_PATH}` });
  const isBooked = await guestJourney(appUrl, `http://localhost:${ports.public}${MCP_PATH}`);
  process.exitCode = isConnected && isBooked ? 0 : 1;
} finally {
  await launched.stop();
  await rm(folder, { recursive: true, force: true });
}

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ConnectingClient, type StoredTokens, tokensIn, withSpoiledToken } from './client.ts';
import type { Person } from './person.ts';

/** Of a local stack: Ada's workspace and the catalog. */
const WORKSPACE = 'Acme';
const FEWEST_TOOLS = 50;

export interface Server {
  readonly appUrl: string;
  readonly connectorUrl: string;
}

export const must = (isTrue: boolean, otherwise: string): void => {
  if (!isTrue) throw new Error(otherwise);
};

/** How a connection ends: by the person on their home page, or as an app gives it back (RFC 7009). No client at hand sends the latter itself. */
export type Ending = 'home page' | 'revocation request';

/** The claims name the client. */
const clientOf = ({ access_token: token }: StoredTokens): string => {
  const [, claims = ''] = token.split('.');
  return (JSON.parse(Buffer.from(claims, 'base64url').toString()) as { client_id: string }).client_id;
};

async function giveBack({ appUrl }: Server, tokens: StoredTokens): Promise<void> {
  const body = new URLSearchParams({ token: tokens.refresh_token, client_id: clientOf(tokens) });
  const { status } = await fetch(`${appUrl}/oauth/revoke`, { method: 'POST', body });
  must(status === 200, `The revocation is answered ${status}`);
}

/** What the server says to who still has the tokens of an ended connection. */
async function refusals({ appUrl, connectorUrl }: Server, tokens: StoredTokens): Promise<void> {
  const called = await fetch(connectorUrl, {
    method: 'POST',
    headers: { authorization: `Bearer ${tokens.access_token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  });
  const challenge = called.headers.get('www-authenticate') ?? '';
  must(called.status === 401 && challenge.includes('invalid_token'), `The access token is answered ${called.status}`);
  const refreshed = await fetch(`${appUrl}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      ...{ grant_type: 'refresh_token', refresh_token: tokens.refresh_token },
      ...{ client_id: clientOf(tokens), resource: connectorUrl },
    }),
  });
  const { error } = (await refreshed.json()) as { error?: string };
  must(refreshed.status === 400 && error === 'invalid_grant', `The refresh token is answered ${refreshed.status}`);
}

/** Prints each step. A failed step ends the journey: the next ones need it. */
export class Steps {
  readonly #client: string;

  constructor(client: string) {
    this.#client = client;
  }

  readonly passed = (step: string): void => console.log(`passed  ${this.#client}: ${step}`);

  async take<T>(step: string, work: () => Promise<T>): Promise<T> {
    try {
      const value = await work();
      this.passed(step);
      return value;
    } catch (error) {
      console.log(`failed  ${this.#client}: ${step}\n        ${(error as Error).message}`);
      throw error;
    }
  }
}

const callWorkspace = async (client: ConnectingClient): Promise<void> => {
  const { structuredContent } = await client.call('get_workspace', {});
  must(JSON.stringify(structuredContent ?? null).includes(WORKSPACE), 'get_workspace does not name the workspace');
};

async function takeSteps(client: ConnectingClient, person: Person, server: Server, ending: Ending): Promise<void> {
  const steps = new Steps(client.name);
  const stored = (): StoredTokens => tokensIn(readFileSync(client.tokenFile(), 'utf8'));
  await steps.take('tools/list', async () => {
    const tools = await client.signIn((address) => person.allow(address, steps.passed));
    must(tools.length >= FEWEST_TOOLS && tools.includes('get_workspace'), `It lists ${tools.length} tools`);
  });
  await steps.take('call', () => callWorkspace(client));
  await steps.take('resources and prompts', async () => {
    must((await client.list('resources')).includes('holdfast://days/today'), 'It lists no resources');
    must((await client.list('prompts')).includes('prepare_my_week'), 'It lists no prompts');
  });
  await steps.take('refresh', async () => {
    const before = stored();
    writeFileSync(client.tokenFile(), withSpoiledToken(readFileSync(client.tokenFile(), 'utf8')));
    await callWorkspace(client);
    const after = stored();
    must(after.access_token !== before.access_token, 'The access token is the old one');
    must(after.refresh_token !== before.refresh_token, 'The refresh token is the old one');
  });
  const kept = readFileSync(client.tokenFile(), 'utf8');
  await steps.take(`revoke by ${ending}`, () =>
    ending === 'home page' ? person.disconnect() : giveBack(server, tokensIn(kept)),
  );
  await steps.take('refused', async () => {
    // The tokens as before: the server refuses them, not only an app that has forgotten them.
    writeFileSync(client.tokenFile(), kept);
    const answer = await client.call('get_workspace', {}).catch(() => undefined);
    must(answer === undefined, 'A call still works');
    await refusals(server, tokensIn(kept));
  });
}

/** From the address to the refusal after the end. @returns whether every step passed */
export async function runJourney(
  make: (folder: string) => ConnectingClient,
  person: Person,
  server: Server,
  ending: Ending,
): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-connect-'));
  try {
    await takeSteps(make(folder), person, server, ending);
    return true;
  } catch {
    return false;
  } finally {
    await person.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

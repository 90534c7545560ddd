import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type {
  OAuthClientInformationMixed,
  OAuthClientMetadata,
  OAuthTokens,
} from '@modelcontextprotocol/sdk/shared/auth.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { Stack } from '../stack/stack.ts';
import { LOOPBACK, type Person } from './oauth-app.ts';
import { hiddenField, PageClient } from './page-client.ts';
import { SESSION_COOKIE } from './sign-in.ts';

/** The storage that the official client needs from an app, in memory. */
export class SdkApp implements OAuthClientProvider {
  readonly redirectUrl = LOOPBACK;
  readonly clientMetadata: OAuthClientMetadata = {
    ...{ client_name: 'SDK App', redirect_uris: [LOOPBACK], token_endpoint_auth_method: 'none' },
    ...{ grant_types: ['authorization_code', 'refresh_token'], response_types: ['code'] },
  };
  /** Where the client sends the browser. */
  asked: URL | undefined;
  saved: OAuthTokens | undefined;
  #client: OAuthClientInformationMixed | undefined;
  #verifier = '';

  clientInformation = () => this.#client;
  saveClientInformation = (client: OAuthClientInformationMixed): void => {
    this.#client = client;
  };
  tokens = () => this.saved;
  saveTokens = (tokens: OAuthTokens): void => {
    this.saved = tokens;
  };
  redirectToAuthorization = (url: URL): void => {
    this.asked = url;
  };
  saveCodeVerifier = (verifier: string): void => {
    this.#verifier = verifier;
  };
  codeVerifier = (): string => this.#verifier;
}

const transportOf = ({ mcpUrl }: Stack, app: SdkApp) =>
  new StreamableHTTPClientTransport(new URL(`${mcpUrl}/mcp`), { authProvider: app });

/** Acts as the person in the browser that the client opened. @returns the code */
async function allowIn(stack: Stack, asked: URL, person: Person, workspaceId: string): Promise<string> {
  const browser = new PageClient(stack.appUrl);
  browser.cookies.set(SESSION_COOKIE, person.token);
  const { location } = await browser.open(`${asked.pathname}${asked.search}`);
  const path = location ?? '';
  const csrfToken = hiddenField((await browser.open(path)).html, 'csrfToken');
  const decided = await browser.submit(path, { csrfToken, workspaceId, access: 'full', decision: 'allow' });
  const back = await browser.open(decided.location ?? '');
  return new URL(back.location ?? '').searchParams.get('code') ?? '';
}

/** The official client, which has found, registered and connected itself: it was given the connector's address alone. */
export async function connectSdk(stack: Stack, app: SdkApp, person: Person, workspaceId: string): Promise<Client> {
  const client = new Client({ name: 'sdk-app', version: '1' });
  const first = transportOf(stack, app);
  const refusal = await client.connect(first as Transport).catch((error: unknown) => error);
  if (app.asked === undefined) throw new Error(`the client did not ask: ${String(refusal)}`);
  await first.finishAuth(await allowIn(stack, app.asked, person, workspaceId));
  await client.connect(transportOf(stack, app) as Transport);
  return client;
}

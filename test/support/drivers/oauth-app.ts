import { createHash, randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import type { Urls } from '../../../api/core/urls.ts';
import { type HttpAnswer, http, postJson } from './http.ts';
import { hiddenField, type Page, PageClient } from './page-client.ts';
import { SESSION_COOKIE } from './sign-in.ts';

/** The metadata that an app registers. Default: one on the person's computer, as command-line clients do. */
export type Registration = Readonly<Record<string, unknown>>;

export const LOOPBACK = 'http://127.0.0.1:49152/callback';
const DESKTOP: Registration = { client_name: 'Desk App', redirect_uris: [LOOPBACK] };

export interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly expires_in: number;
  readonly scope: string;
  readonly token_type: string;
}

/** Of a person: the cookie of their session. */
export interface Person {
  readonly token: string;
}

interface Choice {
  readonly workspaceId: string;
  readonly access?: 'read' | 'full';
}

/** The addresses that an app connects to. */
type Place = Pick<Urls, 'appUrl' | 'mcpUrl'>;

/** An app that connects by hand-made HTTP, so that a test can break any step. */
export class OAuthApp {
  readonly stack: Place;
  readonly clientId: string;
  readonly redirectUri: string;
  /** Set for an app with a secret. */
  readonly secret: string | undefined;
  readonly verifier = randomBytes(32).toString('base64url');
  readonly state = randomBytes(8).toString('base64url');

  constructor(stack: Place, clientId: string, redirectUri: string, secret?: string) {
    this.stack = stack;
    this.clientId = clientId;
    this.redirectUri = redirectUri;
    this.secret = secret;
  }

  static async register(stack: Place, registration: Registration = DESKTOP): Promise<OAuthApp> {
    const answer = await postJson(`${stack.appUrl}/oauth/register`, registration);
    expect(answer.status, answer.text).toBe(201);
    const {
      client_id: id,
      client_secret: secret,
      redirect_uris: uris,
    } = answer.json() as never as {
      client_id: string;
      client_secret?: string;
      redirect_uris: string[];
    };
    return new OAuthApp(stack, id, uris[0] ?? '', secret);
  }

  /** The parameters of an authorization request. @param change undefined leaves one out */
  query(change: Readonly<Record<string, string | undefined>> = {}): string {
    const challenge = createHash('sha256').update(this.verifier).digest('base64url');
    const all = {
      response_type: 'code',
      client_id: this.clientId,
      redirect_uri: this.redirectUri,
      scope: 'workspace.read workspace.act',
      state: this.state,
      resource: `${this.stack.mcpUrl}/mcp`,
      code_challenge: challenge,
      code_challenge_method: 'S256',
      ...change,
    };
    const given = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined);
    return new URLSearchParams(given).toString();
  }

  /** Opens the authorization request in a browser. */
  async open(browser: PageClient, change: Readonly<Record<string, string | undefined>> = {}): Promise<Page> {
    return browser.open(`/oauth/authorize?${this.query(change)}`);
  }

  /** A browser of a signed-in person at the page of consent. */
  async atConsent(person: Person, change: Readonly<Record<string, string | undefined>> = {}) {
    const browser = new PageClient(this.stack.appUrl);
    browser.cookies.set(SESSION_COOKIE, person.token);
    const asked = await this.open(browser, change);
    expect(asked.status, asked.html).toBe(303);
    const path = asked.location ?? '';
    expect(path).toMatch(/^\/oauth\/consent\/[\w-]+$/);
    return { browser, path, page: await browser.open(path) };
  }

  /** Allows the app. @returns the address to which the browser is sent in the end */
  async allow(
    person: Person,
    { workspaceId, access = 'full' }: Choice,
    change: Readonly<Record<string, string | undefined>> = {},
  ): Promise<URL> {
    const { browser, path, page } = await this.atConsent(person, change);
    const csrfToken = hiddenField(page.html, 'csrfToken');
    const decided = await browser.submit(path, { csrfToken, workspaceId, access, decision: 'allow' });
    expect(decided.status, decided.html).toBe(303);
    const back = await browser.open(decided.location ?? '');
    expect(back.status, back.html).toBe(303);
    return new URL(back.location ?? '');
  }

  /** A request to the token endpoint. @param change undefined leaves a parameter out */
  async token(
    fields: Readonly<Record<string, string | undefined>>,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<HttpAnswer> {
    const secret = this.secret === undefined ? {} : { client_secret: this.secret };
    const all = { client_id: this.clientId, resource: `${this.stack.mcpUrl}/mcp`, ...secret, ...fields };
    const given = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined);
    return http(`${this.stack.appUrl}/oauth/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: new URLSearchParams(given).toString(),
    });
  }

  exchange(code: string, change: Readonly<Record<string, string | undefined>> = {}): Promise<HttpAnswer> {
    return this.token({
      grant_type: 'authorization_code',
      code,
      redirect_uri: this.redirectUri,
      code_verifier: this.verifier,
      ...change,
    });
  }

  refresh(refreshToken: string, change: Readonly<Record<string, string | undefined>> = {}): Promise<HttpAnswer> {
    return this.token({ grant_type: 'refresh_token', refresh_token: refreshToken, ...change });
  }

  /** Allows the app and fetches its tokens. */
  async connect(
    person: Person,
    choice: Choice,
    change: Readonly<Record<string, string | undefined>> = {},
  ): Promise<Tokens> {
    const back = await this.allow(person, choice, change);
    const { redirect_uri: redirectUri = this.redirectUri } = change;
    const answer = await this.exchange(back.searchParams.get('code') ?? '', { redirect_uri: redirectUri });
    expect(answer.status, answer.text).toBe(200);
    return answer.json() as never as Tokens;
  }
}

/** One message to the connector. @returns the answer, unread */
export const callConnector = (
  { mcpUrl }: Pick<Urls, 'mcpUrl'>,
  method: string,
  params: object = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<HttpAnswer> => postJson(`${mcpUrl}/mcp`, { jsonrpc: '2.0', id: 1, method, params }, headers);

/** The claims of a token, not checked. */
export const claimsOf = (token: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'));

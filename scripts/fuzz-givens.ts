import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import type { Sql } from 'postgres';
import type { Secrets } from '../domain/secrets.ts';
import { browserOf, comeBack, consent, linkFor } from '../test/support/drivers/connect-calendar.ts';
import { openClaim } from '../test/support/drivers/native.ts';
import { OAuthApp } from '../test/support/drivers/oauth-app.ts';
import { personWithBrowser } from '../test/support/drivers/session.ts';
import { serveKeys } from '../test/support/fakes/key-server.ts';
import { SoftwareAuthenticator } from '../test/support/fakes/software-authenticator.ts';

/** The bundle id of the app whose people sign in with Apple. */
const APPLE_APP = 'test.fuzz.app';

/** An issuer in Apple's place. Its variables are those of the stack that trusts it. */
export interface AppleIssuer {
  readonly variables: Readonly<Record<string, string>>;
  tokenFor(email: string, rawNonce: string): Promise<string>;
  stop(): Promise<void>;
}

export async function startAppleIssuer(): Promise<AppleIssuer> {
  const keys = await generateKeyPair('RS256', { extractable: true });
  const server = await serveKeys([{ ...(await exportJWK(keys.publicKey)), kid: 'fuzz', alg: 'RS256', use: 'sig' }]);
  const hashed = (text: string): string => createHash('sha256').update(text).digest('hex');
  return {
    variables: { APPLE_CLIENT_IDS: APPLE_APP, APPLE_STAND_IN_URL: server.url },
    tokenFor: (email, rawNonce) =>
      new SignJWT({ email, email_verified: true, nonce: hashed(rawNonce) })
        .setProtectedHeader({ alg: 'RS256', kid: 'fuzz' })
        .setIssuer(server.url)
        .setAudience(APPLE_APP)
        .setSubject(hashed(email))
        .setIssuedAt()
        .setExpirationTime('5 minutes')
        .sign(keys.privateKey),
    stop: server.stop,
  };
}

/** The stack that is fuzzed. */
export interface Place {
  readonly sql: Sql;
  readonly secrets: Secrets;
  readonly appUrl: string;
  readonly mcpUrl: string;
  readonly apple: AppleIssuer;
}

/** A person in a browser, as fuzz/people.py has them. */
interface Person {
  readonly session: string;
  readonly csrfToken: string;
  readonly workspaceId: string;
}

type Give = (asked: never) => Promise<object>;

/** What the feeders of fuzz/ cannot make by calls: what a browser, an authenticator or a provider does. By name. */
function giversOf(place: Place): Readonly<Record<string, Give>> {
  const authenticators = new Map<string, SoftwareAuthenticator>();
  const headersOf = ({ session, csrfToken, workspaceId }: Person) => ({
    cookie: `holdfast=${session}`,
    'x-csrf-token': csrfToken,
    'x-workspace-id': workspaceId,
  });
  return {
    /** Signed in just now. Makes the person, without a workspace, if missing. */
    person: async ({ email }: { email: string }) => {
      const { userId, token, csrfToken } = await personWithBrowser(place, email);
      return { userId, session: token, csrfToken };
    },
    /** Like `navigator.credentials.create()`. */
    passkey: async ({ publicKey }: { publicKey: Parameters<SoftwareAuthenticator['make']>[0] }) => {
      const authenticator = new SoftwareAuthenticator(place.appUrl);
      authenticators.set(authenticator.id, authenticator);
      return authenticator.make(publicKey);
    },
    /** Like `navigator.credentials.get()`. */
    signature: async ({ id, challenge }: { id: string; challenge: string }) =>
      authenticators.get(id)?.sign({ challenge }) ?? {},
    apple: async ({ email }: { email: string }) => {
      const rawNonce = randomBytes(16).toString('hex');
      return { identityToken: await place.apple.tokenFor(email, rawNonce), rawNonce };
    },
    claim: async ({ operator }: { operator: string }) => {
      const { id, pollToken } = await openClaim(place, operator);
      return { claimId: id, pollToken };
    },
    /** Connects an account of the Google stand-in. */
    calendar: async ({ person, account }: { person: Person; account: string }) => {
      const headers = headersOf(person);
      const browser = browserOf(place, headers);
      const link = await linkFor(place, { headers }, { provider: 'google' });
      await comeBack(browser, await consent(browser, link, { account }));
      return {};
    },
    /** Allows an app by OAuth. */
    grant: async ({ person }: { person: Person }) => {
      const app = await OAuthApp.register(place);
      await app.connect({ token: person.session }, { workspaceId: person.workspaceId });
      return {};
    },
  };
}

const bodyOf = async (request: IncomingMessage): Promise<unknown> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString('utf8'));
};

/** Serves them to fuzz/givens.py: POST /<name> with JSON. */
export async function serveGivens(place: Place): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const givers = giversOf(place);
  const server = createServer((request, response) => {
    const answer = async (): Promise<object> => {
      const give = givers[(request.url ?? '').slice(1)];
      if (!give) throw new Error(`nobody gives ${request.url}`);
      return give((await bodyOf(request)) as never);
    };
    answer().then(
      (given) => response.end(JSON.stringify(given)),
      (error: unknown) => response.writeHead(500).end(String((error as Error).stack)),
    );
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

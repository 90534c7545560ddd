import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import {
  asMicrosoft,
  type Claims,
  type FakeProvider,
  MICROSOFT_COMMON,
  microsoftIssuer,
  startIdentityProvider,
} from '../fakes/identity-provider.ts';
import { type Stack, startStack } from '../stack/stack.ts';
import { type Page, PageClient } from './page-client.ts';

/** Our client registration at both providers. */
export const CLIENT = { clientId: 'holdfast', clientSecret: 'a secret of the registration' };
/** The tenant of the Microsoft accounts. */
export const TENANT = '7f3b2c1a-0000-4000-8000-000000000001';

/** A browser that a provider redirects back, and the path of the redirect. */
export interface ProviderReturn {
  readonly browser: PageClient;
  readonly path: string;
}

export interface ProviderStack {
  readonly stack: Stack;
  readonly google: FakeProvider;
  /** Opens sign-in at the provider, which issues these claims, up to the redirect back. */
  visitProvider(name: 'google' | 'microsoft', claims: Claims, query?: string): Promise<ProviderReturn>;
}

/** A stack with fakes of Google and Microsoft, for all tests of a file. */
export function setUpProviderStack(): ProviderStack {
  let google: FakeProvider;
  let microsoft: FakeProvider;
  let stack: Stack;

  beforeAll(async () => {
    [google, microsoft] = await Promise.all([startIdentityProvider(), startIdentityProvider()]);
    const toMicrosoft = asMicrosoft(microsoft);
    stack = await startStack({
      signIn: {
        mode: 'production',
        providerClients: {
          google: { ...CLIENT, issuer: google.issuer },
          microsoft: { ...CLIENT, issuer: MICROSOFT_COMMON },
        },
        providerOptions: {
          fetch: (input, init) =>
            String(input).startsWith(google.issuer) ? fetch(input, init) : toMicrosoft(input, init),
        },
      },
    });
  });
  afterAll(async () => {
    await stack?.close();
    await Promise.all([google?.stop(), microsoft?.stop()]);
  });
  beforeEach(() => {
    google.rewriteToken = null;
    google.refusesClient = false;
    microsoft.rewriteToken = null;
  });

  return {
    get stack() {
      return stack;
    },
    get google() {
      return google;
    },
    async visitProvider(name, claims, query = '') {
      const browser = new PageClient(stack.appUrl);
      const provider = name === 'google' ? google : microsoft;
      provider.claims = claims;
      const departure = await browser.open(`/login/${name}${query}`);
      expect(departure.status).toBe(303);
      return { browser, path: await provider.visit(departure.location) };
    },
  };
}

export const openReturn = ({ browser, path }: ProviderReturn): Promise<Page> => browser.open(path);

let subjects = 0;
const newSubject = (): string => `subject-${++subjects}`;

export const googleClaims = (email: string, more: Claims = {}): Claims => ({
  sub: newSubject(),
  email,
  email_verified: true,
  hd: 'new.test',
  name: 'Mira Okafor',
  ...more,
});

export const microsoftClaims = (email: string, more: Claims = {}): Claims => ({
  iss: microsoftIssuer(TENANT),
  tid: TENANT,
  sub: newSubject(),
  email,
  xms_edov: true,
  ...more,
});

import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import {
  asMicrosoft,
  MICROSOFT_COMMON,
  microsoftIssuer,
  type Says,
  type StandIn,
  startIdentityProvider,
} from '../fakes/identity-provider.ts';
import { type Stack, startStack } from '../stack/stack.ts';
import { FormBrowser, type Page } from './form-browser.ts';

/** Our registration with every provider. */
export const CLIENT = { clientId: 'holdfast', clientSecret: 'a secret of the registration' };
/** Of the accounts that Microsoft speaks of. */
export const TENANT = '7f3b2c1a-0000-4000-8000-000000000001';

/** A browser that a provider has just sent back, and where to. */
export interface Return {
  readonly browser: FormBrowser;
  readonly path: string;
}

export interface ProviderStack {
  readonly stack: Stack;
  readonly google: StandIn;
  /** To the provider, which says what it says of the person, and back. */
  leave(name: 'google' | 'microsoft', says: Says, query?: string): Promise<Return>;
}

/** A stack that offers Google and Microsoft, both stood in for, to all tests of a file. */
export function shareProviderStack(): ProviderStack {
  let google: StandIn;
  let microsoft: StandIn;
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
    google.spoil = null;
    google.refusesClient = false;
    microsoft.spoil = null;
  });

  return {
    get stack() {
      return stack;
    },
    get google() {
      return google;
    },
    async leave(name, says, query = '') {
      const browser = new FormBrowser(stack.appUrl);
      const standIn = name === 'google' ? google : microsoft;
      standIn.says = says;
      const departure = await browser.open(`/login/${name}${query}`);
      expect(departure.status).toBe(303);
      return { browser, path: await standIn.visit(departure.location) };
    },
  };
}

export const finish = ({ browser, path }: Return): Promise<Page> => browser.open(path);

let subjects = 0;
const newSubject = (): string => `subject-${++subjects}`;

export const googleSays = (email: string, more: Says = {}): Says => ({
  sub: newSubject(),
  email,
  email_verified: true,
  hd: 'new.test',
  name: 'Mira Okafor',
  ...more,
});

export const microsoftSays = (email: string, more: Says = {}): Says => ({
  iss: microsoftIssuer(TENANT),
  tid: TENANT,
  sub: newSubject(),
  email,
  xms_edov: true,
  ...more,
});

import { describe, expect, it } from 'vitest';
import { PageClient } from '../../../support/drivers/page-client.ts';
import {
  CLIENT,
  microsoftClaims,
  openReturn,
  setUpProviderStack,
  TENANT,
} from '../../../support/drivers/provider-sign-in.ts';
import { newPersonEmail, whoIs } from '../../../support/drivers/sign-in.ts';
import { microsoftIssuer } from '../../../support/fakes/identity-provider.ts';
import { startStack } from '../../../support/stack/stack.ts';

const its = setUpProviderStack();
const { visitProvider } = its;

describe('Microsoft', () => {
  it('signs in accounts of any tenant, by its own issuer', async () => {
    const email = newPersonEmail();
    const trip = await visitProvider('microsoft', microsoftClaims(email));
    expect((await openReturn(trip)).status).toBe(303);
    expect(await whoIs(trip.browser)).toBe(email);
    const [row] = await its.stack.sql`
      select issuer from user_identities i join users u on u.id = i.user_id where u.email = ${email}`;
    expect(row).toEqual({ issuer: microsoftIssuer(TENANT) });
  });

  it('is refused when issuer and tenant differ', async () => {
    const trip = await visitProvider(
      'microsoft',
      microsoftClaims(newPersonEmail(), { iss: microsoftIssuer('another') }),
    );
    expect((await openReturn(trip)).status).toBe(400);
  });

  it('does not take an administrator’s word for an address', async () => {
    for (const claims of [
      { xms_edov: undefined },
      { xms_edov: false },
      { xms_edov: '0' },
      { xms_edov: undefined, email_verified: true },
    ]) {
      const trip = await visitProvider('microsoft', microsoftClaims('ada@acme.test', claims));
      expect((await openReturn(trip)).status).toBe(403);
      expect(await whoIs(trip.browser)).toBeNull();
    }
  });
});

describe('the sign-in page', () => {
  it('offers what is configured, and nothing else exists', async () => {
    const page = await new PageClient(its.stack.appUrl).open('/login?return_to=/keys');
    expect(page.html).toContain('href="/login/google?return_to=%2Fkeys"');
    expect(page.html).toContain('Continue with Microsoft');
    const bare = await startStack({ worker: false, demo: false });
    try {
      const browser = new PageClient(bare.appUrl);
      expect((await browser.open('/login')).html).not.toContain('Continue with');
      expect((await browser.open('/login/google')).status).toBe(404);
      expect((await browser.open('/login/microsoft/callback')).status).toBe(404);
    } finally {
      await bare.close();
    }
  });

  it('counts those who come back as it counts tries', async () => {
    const limited = await startStack({
      worker: false,
      demo: false,
      rateLimitFactor: 1,
      signIn: { providerClients: { google: { ...CLIENT, issuer: its.google.issuer } } },
    });
    try {
      const browser = new PageClient(limited.appUrl);
      const statuses = [];
      for (let count = 0; count < 12; count++)
        statuses.push((await browser.open('/login/google/callback?code=guess&state=guess')).status);
      expect(statuses).toEqual([...Array(10).fill(400), 429, 429]);
    } finally {
      await limited.close();
    }
  });

  it('says so when a provider is away', async () => {
    const away = await startStack({
      worker: false,
      demo: false,
      signIn: { providerClients: { google: { ...CLIENT, issuer: 'http://127.0.0.1:9' } } },
    });
    try {
      const page = await new PageClient(away.appUrl).open('/login/google');
      expect(page.status).toBe(503);
      expect(page.html).toContain('Google does not answer right now');
      expect(page.headers.get('retry-after')).toBe('30');
    } finally {
      await away.close();
    }
  });
});

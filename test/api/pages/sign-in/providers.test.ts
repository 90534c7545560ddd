import { describe, expect, it } from 'vitest';
import { FormBrowser } from '../../../support/drivers/form-browser.ts';
import { CLIENT, finish, microsoftSays, shareProviderStack, TENANT } from '../../../support/drivers/provider-trips.ts';
import { newPersonEmail, whoIs } from '../../../support/drivers/sign-in.ts';
import { microsoftIssuer } from '../../../support/fakes/identity-provider.ts';
import { startStack } from '../../../support/stack/stack.ts';

const its = shareProviderStack();
const { leave } = its;

describe('Microsoft', () => {
  it('signs in accounts of any tenant, by its own issuer', async () => {
    const email = newPersonEmail();
    const trip = await leave('microsoft', microsoftSays(email));
    expect((await finish(trip)).status).toBe(303);
    expect(await whoIs(trip.browser)).toBe(email);
    const [row] = await its.stack.sql`
      select issuer from user_identities i join users u on u.id = i.user_id where u.email = ${email}`;
    expect(row).toEqual({ issuer: microsoftIssuer(TENANT) });
  });

  it('is refused when issuer and tenant differ', async () => {
    const trip = await leave('microsoft', microsoftSays(newPersonEmail(), { iss: microsoftIssuer('another') }));
    expect((await finish(trip)).status).toBe(400);
  });

  it('does not take an administrator’s word for an address', async () => {
    for (const says of [
      { xms_edov: undefined },
      { xms_edov: false },
      { xms_edov: '0' },
      { xms_edov: undefined, email_verified: true },
    ]) {
      const trip = await leave('microsoft', microsoftSays('ada@acme.test', says));
      expect((await finish(trip)).status).toBe(403);
      expect(await whoIs(trip.browser)).toBeNull();
    }
  });
});

describe('the sign-in page', () => {
  it('offers what is configured, and nothing else exists', async () => {
    const page = await new FormBrowser(its.stack.appUrl).open('/login?return_to=/keys');
    expect(page.html).toContain('href="/login/google?return_to=%2Fkeys"');
    expect(page.html).toContain('Continue with Microsoft');
    const bare = await startStack({ worker: false, demo: false });
    try {
      const browser = new FormBrowser(bare.appUrl);
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
      const browser = new FormBrowser(limited.appUrl);
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
      const page = await new FormBrowser(away.appUrl).open('/login/google');
      expect(page.status).toBe(503);
      expect(page.html).toContain('Google does not answer right now');
      expect(page.headers.get('retry-after')).toBe('30');
    } finally {
      await away.close();
    }
  });
});

import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createProviders, ProviderRefused } from '../../../../api/sign-in/providers.ts';
import { nameFromEmail } from '../../../../domain/workspaces/names.ts';
import { cacheHeaders, PERSONAL } from '../../../support/asserts/cache-headers.ts';
import { PageClient } from '../../../support/drivers/page-client.ts';
import { CLIENT, googleClaims, openReturn, setUpProviderStack } from '../../../support/drivers/provider-sign-in.ts';
import { newPersonEmail, SESSION_COOKIE, signInByMail, whoIs } from '../../../support/drivers/sign-in.ts';
import type { Claims } from '../../../support/fakes/identity-provider.ts';

const its = setUpProviderStack();
const { visitProvider } = its;

describe('Google', () => {
  it('signs in, makes the first workspace, and leads back', async () => {
    const email = newPersonEmail();
    const trip = await visitProvider(
      'google',
      googleClaims(email),
      '?return_to=/device%3Fcode%3DX&timezone=Asia/Tokyo',
    );
    expect(await openReturn(trip)).toMatchObject({ status: 303, location: '/device?code=X' });
    expect(await whoIs(trip.browser)).toBe(email);
    const [row] = await its.stack.sql`
      select u.name, s.timezone, x.method from users u join schedules s on s.user_id = u.id join sessions x on x.user_id = u.id
      where u.email = ${email}`;
    expect(row).toEqual({ name: 'Mira Okafor', timezone: 'Asia/Tokyo', method: 'google' });
  });

  it('is left and come back from by answers that no cache keeps', async () => {
    const away = await new PageClient(its.stack.appUrl).open('/login/google');
    expect(away.setCookies).not.toEqual([]);
    expect(cacheHeaders(away)).toEqual(PERSONAL);
    const back = await openReturn(await visitProvider('google', googleClaims(newPersonEmail())));
    expect(back.setCookies.join()).toContain(SESSION_COOKIE);
    expect(cacheHeaders(back)).toEqual(PERSONAL);
  });

  it('is asked with PKCE, state and nonce, and with our client id', async () => {
    const trip = await visitProvider('google', googleClaims(newPersonEmail()));
    const { authorizationQuery } = its.google;
    expect(authorizationQuery.get('response_type')).toBe('code');
    expect(authorizationQuery.get('code_challenge_method')).toBe('S256');
    expect(authorizationQuery.get('redirect_uri')).toBe(`${its.stack.appUrl}/login/google/callback`);
    expect(authorizationQuery.get('scope')).toBe('openid email profile');
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(authorizationQuery.get(name)).toMatch(/^[\w-]{43}$/);
    expect((await openReturn(trip)).status).toBe(303);
    const { tokenRequest } = its.google;
    expect(tokenRequest).toMatchObject({
      client_id: CLIENT.clientId,
      client_secret: CLIENT.clientSecret,
      redirect_uri: `${its.stack.appUrl}/login/google/callback`,
    });
    const challenge = createHash('sha256')
      .update(tokenRequest.code_verifier ?? '')
      .digest('base64url');
    expect(challenge).toBe(authorizationQuery.get('code_challenge'));
  });

  it('finds the person of a proven address, then the identity whatever its address', async () => {
    const email = newPersonEmail();
    await signInByMail(its.stack, email);
    const claims = googleClaims(email);
    const first = await visitProvider('google', claims);
    await openReturn(first);
    expect(await whoIs(first.browser)).toBe(email);
    const moved = await visitProvider('google', { ...claims, email: newPersonEmail(), email_verified: false });
    expect((await openReturn(moved)).status).toBe(303);
    expect(await whoIs(moved.browser)).toBe(email);
  });

  it.each([false, undefined, 'false', null])(
    'signs nobody in with an address that is not verified: %s',
    async (verified) => {
      const trip = await visitProvider('google', googleClaims('ada@acme.test', { email_verified: verified }));
      const page = await openReturn(trip);
      expect(page.status).toBe(403);
      expect(page.html).toContain('does not vouch for your address');
      expect(trip.browser.cookies.has(SESSION_COOKIE)).toBe(false);
      const unknown = newPersonEmail();
      await openReturn(await visitProvider('google', googleClaims(unknown, { email_verified: verified })));
      expect(await its.stack.sql`select 1 from users where email = ${unknown}`).toEqual([]);
    },
  );

  it.each([undefined, '', null, 1])('joins nobody by an address that it once verified for somebody: %j', async (hd) => {
    const email = newPersonEmail();
    await signInByMail(its.stack, email);
    const trip = await visitProvider('google', googleClaims(email, { hd }), '?return_to=/keys');
    const page = await openReturn(trip);
    expect(page.status).toBe(403);
    expect(page.html).toContain('Sign in by mail');
    expect(page.html).toContain('href="/login?return_to=%2Fkeys"');
    expect(await whoIs(trip.browser)).toBeNull();
    const joined = await its.stack.sql`
      select 1 from user_identities i join users u on u.id = i.user_id where u.email = ${email}`;
    expect(joined).toEqual([]);
  });

  it.each(['gmail.com', 'GoogleMail.com'])('vouches for the mailboxes that it keeps: %s', async (domain) => {
    const email = newPersonEmail().replace('new.test', domain);
    const trip = await visitProvider('google', googleClaims(email, { hd: undefined }));
    expect((await openReturn(trip)).status).toBe(303);
    expect(await whoIs(trip.browser)).toBe(email);
    const lookalike = await visitProvider('google', googleClaims(email.replace('@', '@x'), { hd: undefined }));
    expect((await openReturn(lookalike)).status).toBe(403);
  });

  it.each([
    ['another nonce', { nonce: 'x'.repeat(43) }],
    ['no nonce', { nonce: undefined }],
    ['another audience', { aud: 'somebody-else' }],
    ['another issuer', { iss: 'https://evil.test' }],
    ['a past expiry', { exp: 1_000_000_000 }],
  ])('is refused with %s', async (_, wrong) => {
    const trip = await visitProvider('google', googleClaims(newPersonEmail(), wrong as Claims));
    const page = await openReturn(trip);
    expect(page.status).toBe(400);
    expect(trip.browser.cookies.has(SESSION_COOKIE)).toBe(false);
  });

  it('is refused with claims that it did not sign', async () => {
    its.google.rewriteToken = (body) => {
      const [head, payload = '', signature] = String(body.id_token).split('.');
      const claims = { ...JSON.parse(Buffer.from(payload, 'base64url').toString()), email: 'ada@acme.test' };
      return {
        ...body,
        id_token: [head, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature].join('.'),
      };
    };
    const trip = await visitProvider('google', googleClaims(newPersonEmail()));
    expect((await openReturn(trip)).status).toBe(400);
    expect(await whoIs(trip.browser)).toBeNull();
  });

  it('is refused with another state, without ours, twice, and in another browser', async () => {
    const wrong = await visitProvider('google', googleClaims(newPersonEmail()));
    const forged = wrong.path.replace(/state=[^&]+/, `state=${'s'.repeat(43)}`);
    expect((await openReturn({ ...wrong, path: forged })).status).toBe(400);

    const elsewhere = await visitProvider('google', googleClaims(newPersonEmail()));
    const victim = new PageClient(its.stack.appUrl);
    expect((await victim.open(elsewhere.path)).status).toBe(400);
    expect(await whoIs(victim)).toBeNull();
    await victim.open('/login/google');
    expect((await victim.open(elsewhere.path)).status).toBe(400);
    expect(await whoIs(victim)).toBeNull();

    expect((await openReturn(elsewhere)).status).toBe(303);
    expect((await openReturn(elsewhere)).status).toBe(400);
  });

  it('leads back to sign-in when the person changed their mind', async () => {
    const trip = await visitProvider('google', googleClaims(newPersonEmail()), '?return_to=/keys');
    const state = new URL(trip.path, its.stack.appUrl).searchParams.get('state');
    const page = await trip.browser.open(`/login/google/callback?error=access_denied&state=${state}`);
    expect(page).toMatchObject({ status: 303, location: '/login?done=canceled&return_to=%2Fkeys' });
  });

  it('never leads to another site', async () => {
    const trip = await visitProvider('google', googleClaims(newPersonEmail()), '?return_to=//evil.test');
    expect((await openReturn(trip)).location).toBe('/');
  });

  it.each([
    ['Mira\u0000 Okafor', 'Mira Okafor'],
    ['Mira \u202erofako\u202c', 'Mira rofako'],
    ['Two\nlines', 'Two lines'],
    ['You won, see prize.example', null],
    ['Call +49 151 2345 6789', null],
    ['x'.repeat(500), null],
    [{ given: 'Mira' }, null],
  ])('takes %j for a name only as it reads like one', async (name, shown) => {
    const email = newPersonEmail();
    const trip = await visitProvider('google', googleClaims(email, { name }));
    expect((await openReturn(trip)).status).toBe(303);
    const [row] = await its.stack.sql`
      select u.name, w.name as workspace from users u join memberships m on m.user_id = u.id
      join workspaces w on w.id = m.workspace_id where u.email = ${email}`;
    const expected = shown ?? nameFromEmail(email);
    expect(row).toEqual({ name: expected, workspace: expected });
  });

  it('vouches for no address that is none', async () => {
    const trip = await visitProvider('google', googleClaims('mira\u0000@new.test'));
    expect((await openReturn(trip)).status).toBe(403);
  });

  it('says what the operator has to mend when it does not know our registration', async () => {
    its.google.refusesClient = true;
    const page = await openReturn(await visitProvider('google', googleClaims(newPersonEmail())));
    expect(page.status).toBe(503);
    expect(page.html).toContain('sign in by mail');
    expect(page.html).not.toContain('begin again');
    const line = its.stack.logLines.find((text) => text.includes('invalid_client')) ?? '{}';
    expect(JSON.parse(line)).toMatchObject({ provider: 'google', reason: 'misconfigured' });
    expect(its.stack.logLines.join('\n')).not.toContain('a text of theirs');
  });

  it('is not blamed for a mistake of ours', async () => {
    const begin = (failure: Error) =>
      createProviders({ google: { ...CLIENT, issuer: 'https://id.test' } }, { fetch: () => Promise.reject(failure) })
        .get('google')
        ?.begin('https://app.test/back');
    await expect(begin(new RangeError('a bug'))).rejects.not.toBeInstanceOf(ProviderRefused);
    await expect(begin(new TypeError('x is not a function'))).rejects.not.toBeInstanceOf(ProviderRefused);
    await expect(begin(new TypeError('fetch failed'))).rejects.toMatchObject({ reason: 'away' });
  });

  it('keeps codes and tokens out of the log', () => {
    const log = its.stack.logLines.join('\n');
    expect(log).toContain('an identity provider signed nobody in');
    for (const secret of [
      its.google.tokenRequest.code_verifier,
      CLIENT.clientSecret,
      its.google.authorizationQuery.get('state'),
    ]) {
      expect(log).not.toContain(secret);
    }
  });
});

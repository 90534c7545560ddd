import { createHash, randomBytes } from 'node:crypto';
import { exportJWK, exportSPKI, type GenerateKeyPairResult, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AppleAway, createApple } from '../../../../api/sign-in/apple.ts';
import { nativeApple } from '../../../../schemas/operations/accounts/native-apple.ts';
import { statusWith } from '../../../support/drivers/cli-login.ts';
import { callHost } from '../../../support/drivers/host-calls.ts';
import type { HttpAnswer } from '../../../support/drivers/http.ts';
import { newPersonEmail } from '../../../support/drivers/sign-in.ts';
import { type FakeProvider, startIdentityProvider } from '../../../support/fakes/identity-provider.ts';
import { type KeyServer, serveKeys } from '../../../support/fakes/key-server.ts';
import { type Stack, startStack } from '../../../support/stack/stack.ts';

const APP = 'com.example.pocket';
const INVALID = [422, 'identity_token_invalid'];
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

type Claims = Record<string, unknown>;

const send = ({ appUrl }: Pick<Stack, 'appUrl'>, input: object): Promise<HttpAnswer> =>
  callHost(appUrl, nativeApple.signInWithApple, input as never);
const reasonOf = (answer: HttpAnswer) => [answer.status, answer.json().error?.details?.reason];

describe('an issuer that is not ours', () => {
  let issuer: FakeProvider;
  let stack: Stack;
  beforeAll(async () => {
    issuer = await startIdentityProvider();
    stack = await startStack({
      signIn: { apple: { clientIds: [APP], issuer: issuer.issuer, keysUrl: `${issuer.issuer}/jwks` } },
    });
  });
  afterAll(async () => {
    await stack?.close();
    await issuer?.stop();
  });

  /** A token as its token endpoint gives it. */
  async function tokenFor(rawNonce: string, claims: Claims): Promise<string> {
    issuer.claims = { aud: APP, nonce: sha256(rawNonce), email_verified: 'true', ...claims };
    const body = new URLSearchParams({ grant_type: 'authorization_code', code: 'x', client_id: APP, scope: 'openid' });
    const answer = await fetch(`${issuer.issuer}/token`, { method: 'POST', body });
    return ((await answer.json()) as { id_token: string }).id_token;
  }

  async function signIn(claims: Claims, input: object = {}): Promise<HttpAnswer> {
    const rawNonce = randomBytes(16).toString('hex');
    return send(stack, { identityToken: await tokenFor(rawNonce, claims), rawNonce, ...input });
  }

  it('signs a new person in, with name, workspace, trial and a key; later by subject, with the name of before', async () => {
    const email = `${randomBytes(5).toString('hex')}@privaterelay.appleid.com`;
    const sub = randomBytes(8).toString('hex');
    const fullName = { givenName: 'Hedy', familyName: 'Lamarr' };
    const first = await signIn({ sub, email }, { fullName, agentName: 'Scout' });
    expect(first.status).toBe(200);
    expect(first.json()).toMatchObject({ user: { email, name: 'Hedy Lamarr' }, isNewAccount: true });
    expect(await statusWith(stack, String(first.json().apiKey))).toBe(200);
    const [row] = await stack.sql`
      select w.subscription_status from workspaces w where w.id = ${(first.json().workspace as { id: string }).id}`;
    expect(row).toEqual({ subscription_status: 'trialing' });
    // Apple may leave the address out, and the account may have another by now.
    const later = await signIn({ sub, email: undefined }, { fullName: { givenName: 'Mallory', familyName: null } });
    expect(later.json()).toMatchObject({ user: { email, name: 'Hedy Lamarr' }, isNewAccount: false });
    const moved = await signIn({ sub, email: 'ada@acme.test' });
    expect(moved.json()).toMatchObject({ user: { email } });
    const subjects = async () => (await stack.mailbox(email)).map(({ subject }) => subject);
    await expect.poll(subjects).toContain('New way to sign in: Apple');
    await expect.poll(async () => (await subjects()).join()).toContain('New key');
  });

  it('links an account that has the verified address, once for two at the same time', async () => {
    const sub = randomBytes(8).toString('hex');
    const rawNonces = ['one', 'two'].map((text) => `${sub}${text}`);
    const inputs = [];
    for (const rawNonce of rawNonces)
      inputs.push({
        identityToken: await tokenFor(rawNonce, { sub, email: 'ada@acme.test', email_verified: true }),
        rawNonce,
      });
    const answers = await Promise.all(inputs.map((input) => send(stack, input)));
    for (const answer of answers)
      expect(answer.json()).toMatchObject({
        user: { email: 'ada@acme.test', name: 'Ada Lovelace' },
        isNewAccount: false,
      });
    const linked = await stack.sql`select provider from user_identities where subject = ${sub}`;
    expect(linked.map(({ provider }) => provider)).toEqual(['apple']);
  });

  it('drops a name that is none', async () => {
    const fullName = { givenName: 'Win at prize.example', familyName: '+1 555 0100 200' };
    const answer = await signIn({ sub: randomBytes(8).toString('hex'), email: newPersonEmail() }, { fullName });
    expect(JSON.stringify(answer.json().user)).not.toContain('prize');
    expect(answer.json().isNewAccount).toBe(true);
  });

  it('asks the operator for an agent’s inbox, and the token stays good until the operator is named', async () => {
    const rawNonce = randomBytes(8).toString('hex');
    const email = `bot-${rawNonce}@agentmail.to`;
    const identityToken = await tokenFor(rawNonce, { sub: rawNonce, email });
    expect(reasonOf(await send(stack, { identityToken, rawNonce }))).toEqual([422, 'prospect_email_required']);
    const answer = await send(stack, { identityToken, rawNonce, prospectEmail: 'ada@acme.test' });
    expect(answer.json()).toMatchObject({ status: 'pending_claim', claimSentTo: 'ada@acme.test' });
    expect(reasonOf(await send(stack, { identityToken, rawNonce, prospectEmail: 'ada@acme.test' }))).toEqual(INVALID);
  });
});

describe('a token with one defect', () => {
  let keys: GenerateKeyPairResult;
  let server: KeyServer;
  let stack: Stack;
  let issuer: string;
  beforeAll(async () => {
    keys = await generateKeyPair('RS256', { extractable: true });
    server = await serveKeys([{ ...(await exportJWK(keys.publicKey)), kid: 'apple', alg: 'RS256', use: 'sig' }]);
    issuer = server.url;
    stack = await startStack({
      worker: false,
      signIn: { apple: { clientIds: ['com.other', APP], issuer, keysUrl: `${issuer}/auth/keys` } },
    });
  });
  afterAll(async () => {
    await stack?.close();
    await server?.stop();
  });

  let rawNonce: string;
  beforeEach(() => {
    rawNonce = randomBytes(16).toString('hex');
  });
  const seconds = (from: number): number => Math.floor(Date.now() / 1000) + from;
  const claimsOf = (claims: Claims): Claims => {
    const usual = { iss: issuer, aud: APP, sub: `s-${rawNonce}`, iat: seconds(0), exp: seconds(86_400) };
    const all = { ...usual, nonce: sha256(rawNonce), email: `p-${rawNonce}@example.com`, email_verified: 'true' };
    return Object.fromEntries(Object.entries({ ...all, ...claims }).filter(([, value]) => value !== undefined));
  };
  const sign = (
    claims: Claims = {},
    key: GenerateKeyPairResult['privateKey'] | Uint8Array = keys.privateKey,
    alg = 'RS256',
  ): Promise<string> => new SignJWT(claimsOf(claims)).setProtectedHeader({ alg, kid: 'apple' }).sign(key);
  const tryToken = async (identityToken: string) => reasonOf(await send(stack, { identityToken, rawNonce }));
  const accounts = async () => (await stack.sql`select from users where email = ${`p-${rawNonce}@example.com`}`).length;

  it('and without one: taken, once', async () => {
    const token = await sign();
    expect(await tryToken(token)).toEqual([200, undefined]);
    expect(await tryToken(token)).toEqual(INVALID);
    expect(await tryToken(await sign({ sub: 'another' }))).toEqual(INVALID);
    expect(await accounts()).toBe(1);
    expect(JSON.stringify(stack.logLines)).not.toContain(token.split('.')[2]);
  });

  it.each<readonly [string, () => Claims]>([
    ['another issuer', () => ({ iss: 'https://evil.example' })],
    ['another audience', () => ({ aud: 'com.evil' })],
    ['no audience', () => ({ aud: undefined })],
    ['its end', () => ({ exp: seconds(-10) })],
    ['no end', () => ({ exp: undefined })],
    ['an old time', () => ({ iat: seconds(-310) })],
    ['a future time', () => ({ iat: seconds(30) })],
    ['no time', () => ({ iat: undefined })],
    ['another nonce', () => ({ nonce: sha256('another') })],
    ['the raw nonce', () => ({ nonce: rawNonce })],
    ['no nonce', () => ({ nonce: undefined })],
    ['an address that is not verified', () => ({ email_verified: 'false' })],
    ['no word on its address', () => ({ email_verified: undefined })],
    ['no address', () => ({ email: undefined })],
    ['an address that is none', () => ({ email: 'a@b' })],
    ['no subject', () => ({ sub: undefined })],
  ])('%s: refused', async (_name, claims) => {
    expect(await tryToken(await sign(claims()))).toEqual(INVALID);
    expect(await accounts()).toBe(0);
  });

  it('another key, HS256 with the public key, RS512, no algorithm, an unknown key id, no JWT: refused', async () => {
    const other = await generateKeyPair('RS256');
    const publicKey = new TextEncoder().encode(await exportSPKI(keys.publicKey));
    const rs512 = await generateKeyPair('RS512');
    const unknownKey = new SignJWT(claimsOf({}))
      .setProtectedHeader({ alg: 'RS256', kid: 'new' })
      .sign(other.privateKey);
    const tokens = [
      await sign({}, other.privateKey),
      await sign({}, publicKey, 'HS256'),
      await sign({}, rs512.privateKey, 'RS512'),
      new UnsecuredJWT(claimsOf({})).encode(),
      await unknownKey,
      'nonsense',
      `${(await sign()).split('.').slice(0, 2).join('.')}.`,
    ];
    for (const token of tokens) expect(await tryToken(token)).toEqual(INVALID);
    expect(await accounts()).toBe(0);
    // The same claims by the right key.
    expect(await tryToken(await sign())).toEqual([200, undefined]);
    expect(server.asked()).toBeLessThanOrEqual(2);
  });

  it('too long: names the field', async () => {
    const answer = await send(stack, { identityToken: 'a'.repeat(8193), rawNonce: '' });
    expect(answer.status).toBe(400);
    expect(answer.json().error.details?.issues).toMatchObject([{ path: 'identityToken' }, { path: 'rawNonce' }]);
  });
});

describe('without Apple', () => {
  it('503 if its keys cannot be had: an error, or no answer', async () => {
    const server = await serveKeys(null);
    const client = { clientIds: [APP], issuer: server.url, keysUrl: `${server.url}/auth/keys` };
    const { privateKey } = await generateKeyPair('RS256');
    const token = await new SignJWT({}).setProtectedHeader({ alg: 'RS256', kid: 'apple' }).sign(privateKey);
    const stack = await startStack({ worker: false, demo: false, signIn: { apple: client } });
    try {
      expect(reasonOf(await send(stack, { identityToken: token, rawNonce: 'x' }))).toEqual([503, 'apple_away']);
      const nowhere = createApple({ ...client, keysUrl: 'http://127.0.0.1:9/auth/keys' });
      await expect(nowhere.read(token, 'x', Date.now())).rejects.toThrow(AppleAway);
    } finally {
      await stack.close();
      await server.stop();
    }
  });

  it('422 if it is not configured', async () => {
    const stack = await startStack({ worker: false, demo: false });
    try {
      expect(reasonOf(await send(stack, { identityToken: 'x', rawNonce: 'x' }))).toEqual([422, 'not_configured']);
    } finally {
      await stack.close();
    }
  });
});

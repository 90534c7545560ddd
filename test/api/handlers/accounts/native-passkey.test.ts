import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { nativePasskey } from '../../../../schemas/operations/accounts/native-passkey.ts';
import { statusWith } from '../../../support/drivers/cli-login.ts';
import { callHost } from '../../../support/drivers/host-calls.ts';
import type { HttpAnswer } from '../../../support/drivers/http.ts';
import { hiddenField, PageClient } from '../../../support/drivers/page-client.ts';
import { addPasskey } from '../../../support/drivers/passkeys.ts';
import { signIn } from '../../../support/drivers/session.ts';
import { makeTeam, type TestTeam } from '../../../support/factories/keys.ts';
import { type Lies, SoftwareAuthenticator } from '../../../support/fakes/software-authenticator.ts';
import { type Stack, startStack } from '../../../support/stack/stack.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack?.close());

let team: TestTeam;
let authenticator: SoftwareAuthenticator;
let email: string;
beforeEach(async () => {
  team = await makeTeam(stack.sql);
  email = team.members.owner.email;
  const { headers } = await signIn(stack, { email, workspace: team.slug });
  ({ authenticator } = await addPasskey(stack.appUrl, headers));
  authenticator.counter = 5;
});

interface Options {
  readonly challengeId: string;
  readonly publicKey: { readonly challenge: string };
}

const begin = async (input = {}): Promise<Options> =>
  (await callHost(stack.appUrl, nativePasskey.startNativePasskey, input)).json() as unknown as Options;

const verify = (challengeId: string, credential: object, input = {}): Promise<HttpAnswer> =>
  callHost(stack.appUrl, nativePasskey.verifyNativePasskey, { challengeId, credential, ...input });

const signInNow = async (lies: Lies = {}, input = {}): Promise<HttpAnswer> => {
  const { challengeId, publicKey } = await begin();
  return verify(challengeId, authenticator.sign(publicKey, lies), input);
};

const reasonOf = (answer: HttpAnswer) => [answer.status, answer.json().error?.details?.reason];
const INVALID = [422, 'passkey_invalid'];
const keysOfPerson = async (): Promise<{ name: string; origin: string }[]> => stack.sql`
  select name, origin from api_keys where created_by_user_id = ${team.members.owner.userId} and origin = 'native'`;

describe('POST /auth/native/passkey/options', () => {
  it('answers the same shape to everybody, and names no passkey', async () => {
    const answer = await callHost(stack.appUrl, nativePasskey.startNativePasskey, {});
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.json()).toEqual({
      challengeId: expect.any(String),
      publicKey: {
        challenge: expect.stringMatching(/^[\w-]{43}$/),
        timeout: 300_000,
        rpId: 'localhost',
        allowCredentials: [],
        userVerification: 'required',
      },
    });
  });
});

describe('POST /auth/native/passkey/verify', () => {
  it('mints a key of the passkey’s person, once, and tells them', async () => {
    const { challengeId, publicKey } = await begin({ agentName: 'Scout', clientName: 'Pocket' });
    const signed = authenticator.sign(publicKey);
    const answer = await verify(challengeId, signed);
    expect(answer.status).toBe(200);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.json()).toEqual({
      apiKey: expect.stringMatching(/^svc_live_/),
      apiUrl: `${stack.appUrl}/api/v1`,
      workspace: { id: team.workspaceId, name: expect.any(String), slug: team.slug },
      user: { email, name: expect.any(String) },
      isNewAccount: false,
    });
    expect(await statusWith(stack, String(answer.json().apiKey))).toBe(200);
    expect(reasonOf(await verify(challengeId, signed))).toEqual([422, 'code_invalid']);
    const keys = await keysOfPerson();
    expect(keys).toHaveLength(1);
    expect(keys[0]?.name).toContain('Scout');
    expect(JSON.stringify(stack.logLines)).not.toContain(signed.response.signature);
  });

  it('of two at once mints one', async () => {
    const { challengeId, publicKey } = await begin();
    const signed = authenticator.sign(publicKey);
    const answers = await Promise.all([verify(challengeId, signed), verify(challengeId, signed)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect(await keysOfPerson()).toHaveLength(1);
  });

  it('takes padding, and answers without a handle', async () => {
    const { challengeId, publicKey } = await begin();
    const signed = authenticator.sign(publicKey, { userHandle: null });
    const padded = { ...signed, id: `${signed.id}=`, rawId: `${signed.rawId}=` };
    expect((await verify(challengeId, padded)).status).toBe(200);
  });

  it('refuses a workspace of others and gives the challenge back', async () => {
    const { challengeId, publicKey } = await begin();
    const signed = authenticator.sign(publicKey);
    const other = await makeTeam(stack.sql);
    const refused = await verify(challengeId, signed, { workspaceId: other.workspaceId });
    expect(reasonOf(refused)).toEqual([404, 'workspace_unknown']);
    expect((await verify(challengeId, signed, { workspaceId: team.workspaceId })).status).toBe(200);
  });

  const lies: readonly [string, Lies][] = [
    ['of another origin', { origin: 'https://evil.example' }],
    ['of a page in another site’s frame', { crossOrigin: true }],
    ['of another relying party', { rpId: 'evil.example' }],
    ['of another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
    ['that is no sign-in', { type: 'webauthn.create' }],
    ['without a check of the person', { isVerified: false }],
    ['without a person', { isPresent: false }],
    ['whose backup flag changed', { backupEligible: true }],
    ['of another person’s handle', { userHandle: Buffer.alloc(64).toString('base64url') }],
  ];
  it.each(lies)('refuses one %s, and uses the challenge up', async (_name, lie) => {
    const { challengeId, publicKey } = await begin();
    expect(reasonOf(await verify(challengeId, authenticator.sign(publicKey, lie)))).toEqual(INVALID);
    expect(reasonOf(await verify(challengeId, authenticator.sign(publicKey)))).toEqual([422, 'code_invalid']);
    expect(await keysOfPerson()).toEqual([]);
    // The same passkey, told the truth.
    expect((await signInNow()).status).toBe(200);
  });

  it('refuses a tampered signature, a foreign key under the same id, an unknown passkey, a removed one', async () => {
    const tampered = await begin();
    const signed = authenticator.sign(tampered.publicKey);
    const bytes = Buffer.from(signed.response.signature, 'base64url');
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
    const response = { ...signed.response, signature: bytes.toString('base64url') };
    expect(reasonOf(await verify(tampered.challengeId, { ...signed, response }))).toEqual(INVALID);
    const unknown = new SoftwareAuthenticator(stack.appUrl);
    for (const credential of [{ id: authenticator.id, rawId: authenticator.id }, {}]) {
      const { challengeId, publicKey } = await begin();
      expect(reasonOf(await verify(challengeId, { ...unknown.sign(publicKey), ...credential }))).toEqual(INVALID);
    }
    await stack.sql`delete from passkeys where credential_id = ${authenticator.credentialId}`;
    expect(reasonOf(await signInNow())).toEqual(INVALID);
    expect(await keysOfPerson()).toEqual([]);
  });

  it('blocks a passkey whose counter does not go up, for good; a forged one blocks nothing', async () => {
    expect((await signInNow()).status).toBe(200);
    const forged = await begin();
    const signed = authenticator.sign(forged.publicKey, { counter: 1 });
    const other = new SoftwareAuthenticator(stack.appUrl).sign(forged.publicKey, { counter: 1 });
    const response = { ...signed.response, signature: other.response.signature };
    expect(reasonOf(await verify(forged.challengeId, { ...signed, response }))).toEqual(INVALID);
    expect((await signInNow({ counter: 6 })).status).toBe(200);
    expect(reasonOf(await signInNow({ counter: 6 }))).toEqual(INVALID);
    expect(reasonOf(await signInNow({ counter: 99 }))).toEqual(INVALID);
    const [row] = await stack.sql`
      select counter, blocked_at from passkeys where credential_id = ${authenticator.credentialId}`;
    expect(row).toEqual({ counter: '6', blocked_at: expect.any(Date) });
    expect(await keysOfPerson()).toHaveLength(2);
  });

  it('refuses challenges that are unknown, too old, or of /login; and /login refuses its own', async () => {
    const CODE = [422, 'code_invalid'];
    const old = await begin();
    await stack.sql`update passkey_challenges set expires_at = now() where id = ${old.challengeId}`;
    expect(reasonOf(await verify(old.challengeId, authenticator.sign(old.publicKey)))).toEqual(CODE);
    for (const id of [uuidv7(), 'nonsense'])
      expect(reasonOf(await verify(id, authenticator.sign(old.publicKey)))).toEqual(CODE);

    const browser = new PageClient(stack.appUrl);
    const pageToken = hiddenField((await browser.open('/login')).html, 'pageToken');
    const ofLogin = JSON.parse((await browser.submit('/login/passkey/options', { pageToken })).html) as Options;
    expect(reasonOf(await verify(ofLogin.challengeId, authenticator.sign(ofLogin.publicKey)))).toEqual(CODE);
    const ofNative = await begin();
    const send = async (client: PageClient, token: string, { challengeId, publicKey }: Options) => {
      const credential = JSON.stringify(authenticator.sign(publicKey));
      return client.submit('/login/passkey', { pageToken: token, return_to: '/device', challengeId, credential });
    };
    expect((await send(browser, pageToken, ofNative)).status).toBe(400);
    const another = new PageClient(stack.appUrl);
    const anothersToken = hiddenField((await another.open('/login')).html, 'pageToken');
    expect((await send(another, anothersToken, ofLogin)).status).toBe(400);
    expect((await send(another, pageToken, ofLogin)).status).toBe(403);
    // None of these used it up.
    expect(await send(browser, pageToken, ofLogin)).toMatchObject({ status: 303, location: '/device' });
    expect((await send(new PageClient(stack.appUrl), pageToken, ofLogin)).status).toBe(403);
  });

  it('names the field that is too long or no base64url', async () => {
    const { challengeId, publicKey } = await begin();
    const signed = authenticator.sign(publicKey);
    const response = { ...signed.response, signature: 'A'.repeat(16_385), clientDataJSON: 'a b' };
    const answer = await verify(challengeId, { ...signed, response });
    expect(answer.status).toBe(400);
    expect(answer.json().error.details?.issues).toMatchObject([
      { path: 'credential.response.clientDataJSON' },
      { path: 'credential.response.signature' },
    ]);
    expect((await verify(challengeId, signed)).status).toBe(200);
  });
});

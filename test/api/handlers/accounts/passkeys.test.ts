import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Operation } from '../../../../schemas/operation.ts';
import { passkeys } from '../../../../schemas/operations/accounts/passkeys.ts';
import { callHost } from '../../../support/drivers/host-calls.ts';
import type { HttpAnswer } from '../../../support/drivers/http.ts';
import { addPasskey, type CreationAnswer, passkeyOptions } from '../../../support/drivers/passkeys.ts';
import { type SignedIn, signIn } from '../../../support/drivers/session.ts';
import { makeKey, makeTeam } from '../../../support/factories/keys.ts';
import { makePasskeyRow } from '../../../support/factories/passkeys.ts';
import { type Lies, SoftwareAuthenticator } from '../../../support/fakes/software-authenticator.ts';
import { type Stack, startStack } from '../../../support/stack/stack.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack?.close());

const call = ({ headers }: SignedIn, operation: Operation, input = {}) =>
  callHost(stack.appUrl, operation, input, headers);

const reasonOf = (answer: HttpAnswer) => answer.json().error.details?.reason;
const issuesOf = (answer: HttpAnswer) => answer.json().error.details?.issues as { path: string }[];

/** One of a native sign-in, one of an earlier one, and one of the home page. */
async function keysOf({ userId, workspaceId }: SignedIn): Promise<string[]> {
  const of = { workspaceId, userId };
  const made = [
    await makeKey(stack.sql, of),
    await makeKey(stack.sql, { ...of, createdAtMs: Date.now() - 3_600_000 }),
    await makeKey(stack.sql, of),
  ].map(({ id }) => id);
  await stack.sql`update api_keys set origin = 'native' where id = any(${made.slice(0, 2)}::uuid[])`;
  return made;
}
const isRevoked = async (id: string): Promise<boolean> => {
  const rows = await stack.sql`select 1 from api_keys where id = ${id} and revoked_at is not null`;
  return rows.length > 0;
};

/** A person without passkeys. */
async function newPerson(): Promise<SignedIn> {
  const { slug, members } = await makeTeam(stack.sql);
  return signIn(stack, { email: members.owner.email, workspace: slug });
}

async function enrol(person: SignedIn, lies: Lies = {}, change = (credential: object) => credential) {
  const options = await passkeyOptions(stack.appUrl, person.headers);
  const credential = change(new SoftwareAuthenticator(stack.appUrl).make(options.publicKey, lies));
  return call(person, passkeys.addPasskey, { challengeId: options.challengeId, name: 'Laptop', credential });
}

const rowsOf = ({ userId }: SignedIn) =>
  stack.sql`select * from passkeys where user_id = ${userId} order by created_at`;

describe('POST /me/passkeys/options', () => {
  it('asks for a discoverable passkey that checks the person, and names those that exist', async () => {
    const person = await newPerson();
    const { publicKey } = await passkeyOptions(stack.appUrl, person.headers);
    expect(publicKey).toMatchObject({
      rp: { id: 'localhost', name: 'Holdfast' },
      user: { name: person.email },
      attestation: 'none',
      excludeCredentials: [],
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    });
    expect(Buffer.from(publicKey.challenge, 'base64url')).toHaveLength(32);
    const handle = Buffer.from(publicKey.user.id, 'base64url');
    expect(handle).toHaveLength(64);
    const { authenticator } = await addPasskey(stack.appUrl, person.headers);
    const again = (await passkeyOptions(stack.appUrl, person.headers)).publicKey;
    expect(again.excludeCredentials).toEqual([{ type: 'public-key', id: authenticator.id, transports: ['internal'] }]);
    const [row] = await rowsOf(person);
    expect(again.user.id).toBe(row?.user_handle.toString('base64url'));
    expect(again.challenge).not.toBe(publicKey.challenge);
  });

  it('needs a sign-in of the last hour', async () => {
    const person = await newPerson();
    const age = (minutes: number) => stack.sql`
      update sessions set created_at = now() - ${minutes} * interval '1 minute' where id = ${person.sessionId}`;
    await age(59);
    expect((await call(person, passkeys.preparePasskey)).status).toBe(200);
    await age(61);
    const answer = await call(person, passkeys.preparePasskey);
    expect(answer.status).toBe(403);
    expect(answer.json().error.details).toEqual({
      reason: 'sign_in_too_old',
      signInUrl: `${stack.appUrl}/login?again=1`,
    });
  });
});

describe('POST /me/passkeys', () => {
  it('adds one, lists it, and tells the person by a mail whose link removes it and signs all browsers out', async () => {
    const person = await newPerson();
    const { id } = await addPasskey(stack.appUrl, person.headers, { name: 'Yubi <b>' });
    const listed = (await call(person, passkeys.listPasskeys)).json();
    expect(listed.most).toBe(20);
    expect(listed.passkeys).toEqual([
      { id, name: 'Yubi <b>', status: 'active', synced: false, createdAt: expect.any(String), lastUsedAt: null },
    ]);
    const mail = await stack.waitForMail(person.email, 'new_access');
    expect(mail.subject).toContain('New passkey: Yubi');
    const link = /http\S+\/access\/stop\/\S+/.exec(mail.text)?.[0] ?? '';
    // Made since by signing in without a browser, by a key of before, and by a page: all that was made since ends.
    const keys = await keysOf(person);
    expect(await (await fetch(link)).text()).toContain('Remove this passkey?');
    expect(await rowsOf(person)).toHaveLength(1);
    for (const _twice of [1, 2]) expect((await fetch(link, { method: 'POST' })).status).toBe(200);
    expect(await rowsOf(person)).toEqual([]);
    expect(await Promise.all(keys.map(isRevoked))).toEqual([true, false, true]);
    expect((await call(person, passkeys.listPasskeys)).status).toBe(401);
    expect(await (await fetch(link)).text()).toContain('does not work any more');
  });

  const lies: readonly [string, Lies][] = [
    ['of another origin', { origin: 'https://evil.example' }],
    ['of a page in another site’s frame', { crossOrigin: true }],
    ['of another relying party', { rpId: 'evil.example' }],
    ['for another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
    ['that is a sign-in', { type: 'webauthn.get' }],
    ['without a check of the person', { isVerified: false }],
    ['without a person', { isPresent: false }],
  ];
  it.each(lies)('refuses one %s', async (_name, lie) => {
    const person = await newPerson();
    const answer = await enrol(person, lie);
    expect([answer.status, reasonOf(answer)]).toEqual([422, 'passkey_invalid']);
    expect(await rowsOf(person)).toEqual([]);
  });

  it('refuses one under another id, and garbage', async () => {
    const person = await newPerson();
    const id = Buffer.alloc(32, 7).toString('base64url');
    for (const change of [
      (credential: object) => ({ ...credential, id, rawId: id }),
      (credential: object) => ({ ...credential, response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' } }),
    ]) {
      const answer = await enrol(person, {}, change);
      expect([answer.status, reasonOf(answer)]).toEqual([422, 'passkey_invalid']);
    }
    const answer = await enrol(person, {}, (credential) => ({
      ...credential,
      rawId: 'not base64url!',
      type: 'password',
    }));
    expect(
      issuesOf(answer)
        .map(({ path }) => path)
        .sort(),
    ).toEqual(['credential.rawId', 'credential.type']);
    expect(await rowsOf(person)).toEqual([]);
  });

  it('takes a challenge once, in time, of the same session, and of this purpose', async () => {
    const [person, other] = [await newPerson(), await newPerson()];
    const authenticator = new SoftwareAuthenticator(stack.appUrl);
    const send = async (who: SignedIn, { challengeId, publicKey }: CreationAnswer) => {
      const credential = authenticator.make(publicKey);
      const answer = await call(who, passkeys.addPasskey, { challengeId, name: 'x', credential });
      return answer.status === 201 ? 201 : reasonOf(answer);
    };
    const options = () => passkeyOptions(stack.appUrl, person.headers);
    const stale = await options();
    await stack.sql`update passkey_challenges set expires_at = now() where id = ${stale.challengeId}`;
    expect(await send(person, stale)).toBe('code_invalid');
    expect(await send(person, { ...(await options()), challengeId: uuidv7() })).toBe('code_invalid');
    const good = await options();
    expect(await send(other, good)).toBe('code_invalid');
    expect(await send(person, good)).toBe(201);
    expect(await send(person, good)).toBe('code_invalid');
    // Nobody adds the credential of another person.
    expect(await send(other, await passkeyOptions(stack.appUrl, other.headers))).toBe('passkey_invalid');
  });

  it('stops at twenty, also of two at once', async () => {
    const person = await newPerson();
    for (let row = 0; row < 19; row++) await makePasskeyRow(stack.sql, person.userId);
    const statuses = await Promise.all([enrol(person), enrol(person)]).then((both) => both.map(({ status }) => status));
    expect(statuses.sort()).toEqual([201, 422]);
    expect(await rowsOf(person)).toHaveLength(20);
    const answer = await call(person, passkeys.preparePasskey);
    expect([answer.status, answer.json().error.details]).toEqual([422, { reason: 'too_many_passkeys', most: 20 }]);
  });
});

describe('DELETE /me/passkeys/{passkeyId}', () => {
  it('removes one’s own, once', async () => {
    const [person, other] = [await newPerson(), await newPerson()];
    const { id: passkeyId } = await addPasskey(stack.appUrl, person.headers);
    expect((await call(other, passkeys.removePasskey, { passkeyId })).status).toBe(404);
    expect((await call(person, passkeys.removePasskey, { passkeyId })).json()).toEqual({
      id: passkeyId,
      status: 'removed',
      sessionsEnded: 0,
    });
    const again = await call(person, passkeys.removePasskey, { passkeyId });
    expect([again.status, reasonOf(again)]).toEqual([404, 'passkey_not_found']);
  });
});

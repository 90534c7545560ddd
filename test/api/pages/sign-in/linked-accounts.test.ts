import { describe, expect, it } from 'vitest';
import type { Operation } from '../../../../schemas/operation.ts';
import { linkedAccounts } from '../../../../schemas/operations/accounts/linked-accounts.ts';
import { callHost } from '../../../support/drivers/host-calls.ts';
import { googleClaims, openReturn, setUpProviderStack } from '../../../support/drivers/provider-sign-in.ts';
import { type SignedIn, signIn } from '../../../support/drivers/session.ts';
import { newPersonEmail, whoIs } from '../../../support/drivers/sign-in.ts';
import { makeKey, makeTeam } from '../../../support/factories/keys.ts';

const its = setUpProviderStack();

const call = ({ headers }: SignedIn, operation: Operation, input = {}) =>
  callHost(its.stack.appUrl, operation, input, headers);
const listOf = async (person: SignedIn) =>
  (await call(person, linkedAccounts.listLinkedAccounts)).json().linkedAccounts as { id: string }[];
const noticesOf = ({ userId }: SignedIn) =>
  its.stack.sql`select 1 from access_notices where user_id = ${userId} and kind = 'linked_account'`;

async function newPerson(): Promise<SignedIn> {
  const { slug, members } = await makeTeam(its.stack.sql);
  const email = newPersonEmail();
  await its.stack.sql`update users set email = ${email} where id = ${members.owner.userId}`;
  return signIn(its.stack, { email, workspace: slug });
}

const signInAtGoogle = async (claims: ReturnType<typeof googleClaims>) => {
  const trip = await its.visitProvider('google', claims);
  expect((await openReturn(trip)).status).toBe(303);
  return trip.browser;
};

describe('a linked account', () => {
  it('is announced once by a mail, whose link ends it, all browsers, and all keys made since', async () => {
    const person = await newPerson();
    const claims = googleClaims(person.email);
    const of = { workspaceId: person.workspaceId, userId: person.userId };
    const before = await makeKey(its.stack.sql, { ...of, createdAtMs: Date.now() - 3_600_000 });
    const there = await signInAtGoogle(claims);
    const { subject, text } = await its.stack.waitForMail(person.email, 'new_access');
    expect(subject).toBe('New way to sign in: Google');
    expect(text).toContain('127.0.0.1');
    await signInAtGoogle(claims);
    expect(await noticesOf(person)).toHaveLength(1);
    const since = await makeKey(its.stack.sql, of);
    const ofHome = await makeKey(its.stack.sql, of);
    await its.stack.sql`update api_keys set origin = 'native' where id in (${before.id}, ${since.id})`;

    const link = /http\S+\/access\/stop\/\S+/.exec(text)?.[0] ?? '';
    const page = await (await fetch(link)).text();
    expect(page).toContain('Unlink this account?');
    expect(page).toContain('all your browsers are signed out');
    expect(await listOf(person)).toHaveLength(1);
    for (const _twice of [1, 2]) expect((await fetch(link, { method: 'POST' })).status).toBe(200);
    expect(await (await fetch(link)).text()).toContain('does not work any more');
    expect(await whoIs(there)).toBeNull();
    expect((await call(person, linkedAccounts.listLinkedAccounts)).status).toBe(401);
    const ended = await its.stack.sql`
      select id from api_keys where id in (${before.id}, ${since.id}, ${ofHome.id}) and revoked_at is not null`;
    // Whoever was signed in may have made the key of the page, too.
    expect(new Set(ended.map(({ id }) => id))).toEqual(new Set([since.id, ofHome.id]));
    // The provider vouches for the address: linked anew, and told anew.
    await signInAtGoogle(claims);
    expect(await noticesOf(person)).toHaveLength(2);
  });

  it('is listed and ended by its person, with the browsers that it signed in, and no others', async () => {
    const [person, other] = [await newPerson(), await newPerson()];
    expect(await listOf(person)).toEqual([]);
    const there = await signInAtGoogle(googleClaims(person.email));
    const [account] = await listOf(person);
    expect(account).toEqual({
      ...{ id: expect.any(String), provider: 'google', email: person.email },
      ...{ createdAt: expect.any(String), lastUsedAt: expect.any(String) },
    });
    const input = { linkedAccountId: account?.id };
    expect((await call(other, linkedAccounts.unlinkAccount, input)).status).toBe(404);
    expect(await whoIs(there)).toBe(person.email);
    const ended = await call(person, linkedAccounts.unlinkAccount, input);
    expect(ended.json()).toEqual({ id: account?.id, status: 'unlinked', sessionsEnded: 1 });
    expect(await whoIs(there)).toBeNull();
    expect(await listOf(person)).toEqual([]);
    const again = await call(person, linkedAccounts.unlinkAccount, input);
    expect([again.status, again.json().error.details?.reason]).toEqual([404, 'linked_account_not_found']);
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { me } from '../../../../schemas/operations/accounts/me.ts';
import { members } from '../../../../schemas/operations/members.ts';
import { workspaceDeletion } from '../../../../schemas/operations/workspaces/deletion.ts';
import { revokeByLink } from '../../../../store/identity/change-agent.ts';
import { endLateAccess } from '../../../../store/members/end-late-access.ts';
import { callHost } from '../../../support/drivers/host-calls.ts';
import { ownAccounts } from '../../../support/drivers/own-accounts.ts';
import { PageClient } from '../../../support/drivers/page-client.ts';
import { type SignedIn, signIn } from '../../../support/drivers/session.ts';
import { makeAgent } from '../../../support/factories/agents.ts';
import { CLOSED_DOORS, doorsOf, openDoors } from '../../../support/factories/doors.ts';
import { makeKey } from '../../../support/factories/keys.ts';
import { addPerson, storeInvitation } from '../../../support/factories/members.ts';
import { makePasskeyRow } from '../../../support/factories/passkeys.ts';
import { type Stack, startStack } from '../../../support/stack/stack.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.close());
// Keeps the daily links of one network out of tests of other rules.
beforeEach(async () => {
  await stack.sql`update address_changes set client_networks = '{}'`;
});
const { newOwner, update, read, reasonOf, newAddress, linkTo, browserOf, follow } = ownAccounts(() => stack);

describe('a new address', () => {
  it('is theirs once its link is opened where they are signed in; other sessions end and the old address is told', async () => {
    const person = await newOwner();
    const other = await signIn(stack, { email: person.email, workspace: person.slug });
    const email = newAddress();
    expect((await update(person, { email })).json()).toMatchObject({
      user: { email: person.email },
      addressChange: { email },
    });
    // Once more at once: the same, and no second mail.
    expect((await update(person, { email })).json()).toMatchObject({ addressChange: { email } });
    expect((await follow(person, email)).status).toBe(303);
    expect(await read(person)).toMatchObject({ user: { email }, addressChange: null });
    expect((await callHost(stack.appUrl, me.getMe, {}, other.headers)).status).toBe(401);
    expect(await stack.mailbox(email)).toHaveLength(1);
    const { subject, text } = await stack.waitForMail(person.email, 'account');
    expect(subject).toMatch(/was changed/);
    expect(text).toContain(email);
  });

  it('is not taken by another person’s session, nor without one', async () => {
    const [person, stranger] = [await newOwner(), await newOwner()];
    const email = newAddress();
    await update(person, { email });
    const path = await linkTo(email, '/account/address');
    expect((await browserOf(stranger).open(path)).status).toBe(403);
    expect((await new PageClient(stack.appUrl).open(path)).html).toContain('Sign in to confirm');
    const token = path.split('/').at(-1) ?? '';
    const answer = await callHost(stack.appUrl, me.confirmAddress, { token }, stranger.headers);
    expect(answer.status).toBe(404);
    expect((await read(person)).user.email).toBe(person.email);
  });

  it('that has an account is refused by its mail alone: the answer tells nobody', async () => {
    const [person, other] = [await newOwner(), await newOwner()];
    expect((await update(person, { email: other.email })).json()).toMatchObject({
      addressChange: { email: other.email },
    });
    const { subject, text } = await stack.waitForMail(other.email, 'account');
    expect(subject).toMatch(/have an account/);
    expect(text).not.toContain('/account/address/');
    expect(text).not.toContain(person.email);
  });

  it('ends the links of earlier ones', async () => {
    const person = await newOwner();
    const [first, second] = [newAddress(), newAddress()];
    await update(person, { email: first });
    const path = await linkTo(first, '/account/address');
    await update(person, { email: second });
    expect((await browserOf(person).open(path)).status).toBe(410);
    await follow(person, second);
    expect((await read(person)).user.email).toBe(second);
  });

  it('is taken back by the link in the mail to the old one, with all that came in since', async () => {
    const person = await newOwner();
    const email = newAddress();
    const [oldKey, oldPasskey] = [
      await makeKey(stack.sql, { workspaceId: person.workspaceId, userId: person.userId }),
      await makePasskeyRow(stack.sql, person.userId),
    ];
    await update(person, { email });
    await follow(person, email);
    const newKey = await makeKey(stack.sql, { workspaceId: person.workspaceId, userId: person.userId });
    await makePasskeyRow(stack.sql, person.userId);
    await openDoors(stack, person);
    const path = await linkTo(person.email, '/account/address/undo');
    const browser = new PageClient(stack.appUrl);
    expect((await browser.open(path)).html).toContain('Take it back');
    for (const _ of [1, 2]) expect((await browser.submit(path, {})).status).toBe(303);
    expect((await browser.open(path)).html).toContain('has its old address again');
    const [user] = await stack.sql`select email::text from users where id = ${person.userId}`;
    expect(user?.email).toBe(person.email);
    expect((await callHost(stack.appUrl, me.getMe, {}, person.headers)).status).toBe(401);
    const keys =
      await stack.sql`select id from api_keys where id in (${oldKey.id}, ${newKey.id}) and revoked_at is null`;
    expect(keys).toEqual([{ id: oldKey.id }]);
    expect(await stack.sql`select id from passkeys where user_id = ${person.userId}`).toEqual([{ id: oldPasskey }]);
    expect(await doorsOf(stack, person)).toEqual(CLOSED_DOORS);
  });

  it('once taken back is lost to every later change, and to what slipped in meanwhile', async () => {
    const person = await newOwner();
    const [first, second] = [newAddress(), newAddress()];
    for (const email of [first, second]) {
      await update(person, { email });
      await follow(person, email);
    }
    const [earlier, later] = [
      await linkTo(person.email, '/account/address/undo'),
      await linkTo(first, '/account/address/undo'),
    ];
    const browser = new PageClient(stack.appUrl);
    expect((await browser.submit(earlier, {})).status).toBe(303);
    await browser.submit(later, {});
    const [user] = await stack.sql`select email::text from users where id = ${person.userId}`;
    expect(user?.email).toBe(person.email);
    const late = await makeKey(stack.sql, { workspaceId: person.workspaceId, userId: person.userId });
    await stack.sql`
      update address_changes set undone_at = undone_at - interval '31 seconds', created_at = created_at - interval '31 seconds' where user_id = ${person.userId}`;
    await stack.sql`
      update api_keys set created_at = (select max(undone_at) + interval '2 seconds' from address_changes where user_id = ${person.userId})
      where id = ${late.id}`;
    const own = await makeKey(stack.sql, { workspaceId: person.workspaceId, userId: person.userId });
    const key = { id: own.id, workspaceId: person.workspaceId };
    const { principalId: agent } = await makeAgent(stack, { key, email: person.email });
    await stack.sql`
      update agent_principals set verified_at = (select max(undone_at) + interval '2 seconds' from address_changes where user_id = ${person.userId})
      where id = ${agent}`;
    // Who was allowed then is ended before the pass counts as made: one that fails is made again.
    const failing = endLateAccess(stack.sql, Date.now(), () => Promise.reject(new Error('away')));
    await expect(failing).rejects.toThrow('away');
    const revoked: string[] = [];
    await endLateAccess(stack.sql, Date.now(), async (tx, agentId) => {
      revoked.push(agentId);
      return revokeByLink(tx, agentId);
    });
    expect(new Set(revoked)).toEqual(new Set([agent]));
    const working = await stack.sql`
      select id from api_keys where id in (${late.id}, ${own.id}) and revoked_at is null`;
    expect(working).toEqual([{ id: own.id }]);
  });

  it('once taken back keeps what its person makes after a new sign-in, however late and often the pass is made', async () => {
    const takenBack = async () => {
      const person = await newOwner();
      const email = newAddress();
      await update(person, { email });
      await follow(person, email);
      await new PageClient(stack.appUrl).submit(await linkTo(person.email, '/account/address/undo'), {});
      return person;
    };
    /** Doors that were opened some seconds after the undo, and a key. The pass is due. */
    const openedAfter = async (person: SignedIn, seconds: number) => {
      const { userId, workspaceId } = person;
      await openDoors(stack, person);
      const key = await makeKey(stack.sql, { workspaceId, userId });
      await stack.sql`
        update address_changes set undone_at = undone_at - interval '1 hour', created_at = created_at - interval '1 hour' where user_id = ${userId}`;
      const at = stack.sql`(select max(undone_at) + ${seconds} * interval '1 second' from address_changes where user_id = ${userId})`;
      await stack.sql`update api_keys set created_at = ${at} where id = ${key.id}`;
      await stack.sql`update invitations set created_at = ${at} where invited_by_user_id = ${userId}`;
      for (const table of ['device_sessions', 'native_claims'])
        await stack.sql`update ${stack.sql(table)} set decided_at = ${at} where decided_by_user_id = ${userId}`;
      await stack.sql`update calendar_connections set consented_at = ${at} where user_id = ${userId}`;
      await stack.sql`update calendar_connect_links set created_at = ${at} where user_id = ${userId}`;
      return key.id;
    };
    const [slipped, own] = [await takenBack(), await takenBack()];
    const keys = [await openedAfter(slipped, 2), await openedAfter(own, 11)];
    const before = await doorsOf(stack, own);
    for (const _ of ['pass', 'repeated']) {
      await endLateAccess(stack.sql, Date.now(), async () => undefined);
      await stack.sql`update address_changes set late_ended_at = null where user_id = ${own.userId}`;
    }
    expect(await doorsOf(stack, slipped)).toEqual(CLOSED_DOORS);
    expect(await doorsOf(stack, own)).toEqual(before);
    expect(before).toMatchObject({ invitation: false, device: 'approved', claim: 'accepted', links: 1 });
    expect(await stack.sql`select id from api_keys where id = any(${keys}) and revoked_at is null`).toEqual([
      { id: keys[1] },
    ]);
  });

  it('keeps the account and its workspace from deletion while the old address can take it back', async () => {
    const person = await newOwner();
    const email = newAddress();
    await update(person, { email });
    await follow(person, email);
    const deletion = await callHost(
      stack.appUrl,
      workspaceDeletion.deleteWorkspace,
      { confirm: person.slug },
      person.headers,
    );
    expect(deletion.json().error.details).toMatchObject({
      reason: 'address_changed_lately',
      until: expect.stringMatching(/^20/),
    });
    const answer = await callHost(stack.appUrl, me.deleteMe, { confirm: 'delete' }, person.headers);
    expect(await reasonOf(answer)).toBe('address_changed_lately');
    await stack.sql`update address_changes set confirmed_at = now() - interval '8 days' where user_id = ${person.userId}`;
    expect(await reasonOf(await callHost(stack.appUrl, me.deleteMe, { confirm: 'delete' }, person.headers))).toBe(
      'sole_owner',
    );
  });
});

describe('an owner whose address can be taken back', () => {
  /** An owner whose address was changed, and another owner, who came later. */
  async function changedOwner() {
    const person = await newOwner();
    const { email } = await addPerson(stack.sql, person.workspaceId, 'owner');
    const other = await signIn(stack, { email, workspace: person.slug });
    const fresh = newAddress();
    await update(person, { email: fresh });
    await follow(person, fresh);
    return { person, other };
  }
  const refusalOf = async (asking: ReturnType<typeof callHost>) => {
    const answer = await asking;
    const { reason, userId, until } = answer.json().error?.details ?? {};
    return { status: answer.status, reason, userId, inDays: (Date.parse(String(until)) - Date.now()) / 86_400_000 };
  };
  const lately = ({ userId }: SignedIn) => ({
    ...{ status: 409, reason: 'address_changed_lately', userId, inDays: expect.closeTo(7, 1) },
  });
  const remove = (id: string, by: SignedIn) => callHost(stack.appUrl, members.removeMember, { id }, by.headers);
  const setRole = (id: string, role: string, by: SignedIn) =>
    callHost(stack.appUrl, members.updateMemberRole, { id, role }, by.headers);

  it('stays one, and the workspace stays, whoever asks', async () => {
    const { person, other } = await changedOwner();
    for (const by of [person, other]) {
      expect(await refusalOf(setRole(person.userId, 'member', by))).toEqual(lately(person));
      expect(await refusalOf(remove(person.userId, by))).toEqual(lately(person));
      const deletion = callHost(stack.appUrl, workspaceDeletion.deleteWorkspace, { confirm: person.slug }, by.headers);
      expect(await refusalOf(deletion)).toEqual(lately(person));
    }
    const answer = await remove(person.userId, other);
    expect(answer.json().error.message).toMatch(/^The mail address of .+, an owner, was changed lately\. Until 20/);
    await stack.sql`update address_changes set confirmed_at = now() - interval '8 days' where user_id = ${person.userId}`;
    expect((await setRole(person.userId, 'member', other)).status).toBe(200);
  });

  it('makes no owners, by a role, an invitation or one of before; the account that takes it back has its workspace', async () => {
    const { person, other } = await changedOwner();
    const { token } = await storeInvitation(stack, {
      workspaceId: person.workspaceId,
      email: 'accomplice@thief.test',
      role: 'member',
    });
    await stack.sql`update invitations set role = 'owner', invited_by_user_id = ${person.userId} where workspace_id = ${person.workspaceId}`;
    const invite = (role: string) =>
      callHost(stack.appUrl, members.inviteMember, { email: newAddress(), role }, person.headers);
    expect(await refusalOf(invite('owner'))).toEqual(lately(person));
    const { userId: helperId, email } = await addPerson(stack.sql, person.workspaceId, 'member');
    expect(await refusalOf(setRole(helperId, 'owner', person))).toEqual(lately(person));
    const helper = await signIn(stack, { email, workspace: person.slug });
    await stack.sql`update invitations set email = ${email} where workspace_id = ${person.workspaceId}`;
    const accepted = await callHost(stack.appUrl, members.acceptInvitation, { token }, helper.headers);
    expect(accepted.json().error?.details?.reason).toBe('invitation_void');
    expect((await invite('admin')).status).toBe(200);
    expect((await setRole(helperId, 'owner', other)).status).toBe(200);
    await new PageClient(stack.appUrl).submit(await linkTo(person.email, '/account/address/undo'), {});
    const back = await signIn(stack, { email: person.email, workspace: person.slug });
    expect((await remove(helperId, back)).status).toBe(200);
  });

  it('can be removed by an owner who was there before: nobody stays for ever by changing an address', async () => {
    const { person, other } = await changedOwner();
    await stack.sql`update memberships set created_at = created_at - interval '1 day' where user_id = ${other.userId}`;
    expect((await setRole(person.userId, 'admin', other)).status).toBe(200);
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { me } from '../../../../schemas/operations/accounts/me.ts';
import { members } from '../../../../schemas/operations/members.ts';
import { workspaceDeletion } from '../../../../schemas/operations/workspaces/deletion.ts';
import { workspace } from '../../../../schemas/operations/workspaces/workspace.ts';
import { endLateAccess } from '../../../../store/members/end-late-access.ts';
import { makeBooking } from '../../../support/drivers/host-bookings.ts';
import { callHost } from '../../../support/drivers/host-calls.ts';
import { hiddenField, PageClient } from '../../../support/drivers/page-client.ts';
import { type SignedIn, signIn } from '../../../support/drivers/session.ts';
import { makeAgent } from '../../../support/factories/agents.ts';
import { storeConnection } from '../../../support/factories/calendars.ts';
import { bearer, makeKey, makeTeam } from '../../../support/factories/keys.ts';
import { addPerson, storeInvitation } from '../../../support/factories/members.ts';
import { makePasskeyRow } from '../../../support/factories/passkeys.ts';
import { jpeg, makePng } from '../../../support/factories/pictures.ts';
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

/** The owner of a new workspace, signed in. */
async function newOwner(): Promise<SignedIn & { readonly slug: string }> {
  const { slug, members } = await makeTeam(stack.sql);
  return { ...(await signIn(stack, { email: members.owner.email, workspace: slug })), slug };
}
const update = (by: { readonly headers: object }, input: Readonly<Record<string, unknown>>) =>
  callHost(stack.appUrl, me.updateMe, input, by.headers as never);
interface Mine {
  readonly user: { readonly email: string; readonly name: string };
  readonly addressChange: { readonly email: string } | null;
}
const read = async (by: SignedIn) => (await callHost(stack.appUrl, me.getMe, {}, by.headers)).json() as unknown as Mine;
const reasonOf = async (answer: Awaited<ReturnType<typeof update>>) => answer.json().error?.details?.reason;

let addresses = 0;
const newAddress = () => `fresh-${++addresses}@elsewhere.test`;
const linkTo = async (email: string, path: string): Promise<string> => {
  const { text } = await stack.waitForMail(email, 'account');
  return new RegExp(`https?://\\S+(${path}/[\\w-]{64})`).exec(text)?.[1] ?? '';
};
const browserOf = (person: SignedIn): PageClient => {
  const browser = new PageClient(stack.appUrl);
  const [name = '', value = ''] = person.cookie.split('=');
  browser.cookies.set(name, value);
  return browser;
};
/** Opens the link of the mail and presses its button, as `person`. */
async function follow(person: SignedIn, email: string) {
  const path = await linkTo(email, '/account/address');
  const browser = browserOf(person);
  const { html, status } = await browser.open(path);
  expect(status).toBe(200);
  return browser.submit(path, { csrfToken: hiddenField(html, 'csrfToken') });
}

/** What a thief leaves behind to come back by: an invitation, an agent that may fetch its key, and a calendar. */
async function openDoors({ workspaceId, userId }: SignedIn): Promise<void> {
  const { sql } = stack;
  await storeInvitation(stack, { workspaceId, email: 'friend@thief.test', role: 'admin' });
  await sql`
    insert into device_sessions (id, device_code_hash, user_code, client_ip, status, interval_seconds, created_at, expires_at, decided_by_user_id, decided_at, workspace_id)
    values (gen_random_uuid(), sha256(${userId}::bytea), 'BCDFGHJK', '192.0.2.1', 'approved', 5, now(), now() + interval '15 minutes', ${userId}, now(), ${workspaceId})`;
  await sql`
    insert into native_claims (id, poll_token_hash, link_token_hash, agent_email, operator_email, operator_inbox, client_ip, client_networks, status,
      created_at, expires_at, decided_by_user_id, decided_at, workspace_id)
    values (gen_random_uuid(), sha256(${`poll ${userId}`}::bytea), sha256(${`link ${userId}`}::bytea), 'agent@thief.test', 'owner@thief.test', 'owner@thief.test',
      '192.0.2.1', '{}', 'accepted', now(), now() + interval '1 day', ${userId}, now(), ${workspaceId})`;
  await storeConnection(sql, { userId, workspaceId });
  await sql`
    insert into calendar_connect_links (token_hash, id, user_id, workspace_id, provider, created_at, expires_at)
    values (sha256(${`connect ${userId}`}::bytea), gen_random_uuid(), ${userId}, ${workspaceId}, 'google', now(), now() + interval '1 hour')`;
}

async function doorsOf({ userId }: SignedIn) {
  const [row] = await stack.sql`
    select (select bool_and(revoked_at is not null) from invitations where invited_by_user_id = ${userId}) as invitation,
      (select status from device_sessions where decided_by_user_id = ${userId}) as device,
      (select status from native_claims where decided_by_user_id = ${userId}) as claim,
      (select status from calendar_connections where user_id = ${userId}) as calendar,
      (select count(*)::int from calendar_connect_links where user_id = ${userId}) as links`;
  return row;
}

const closed = { invitation: true, device: 'denied', claim: 'refused', calendar: 'revoked', links: 0 };

/** What a guest sees of a person. */
async function guestsPage(person: SignedIn & { readonly slug: string }, more = ''): Promise<string> {
  const [row] = await stack.sql`
    select username, (select slug from event_types where host_id = user_id limit 1) as event
    from memberships where user_id = ${person.userId} and workspace_id = ${person.workspaceId}`;
  const path = `${person.slug}/${row?.username}${more === '' ? '' : `/${row?.event}`}`;
  const answer = await fetch(`${stack.publicUrl}/${path}`);
  expect(answer.status).toBe(200);
  return answer.text();
}

describe('POST /me/photo', () => {
  const setPhoto = (by: SignedIn, image: string | null) => callHost(stack.appUrl, me.setMyPhoto, { image }, by.headers);
  const photoOf = (answer: Awaited<ReturnType<typeof setPhoto>>) =>
    (answer.json() as unknown as { profile: { photoUrl: string | null } }).profile.photoUrl ?? '';

  it('shows it on the pages of the host, without what the camera added; null brings the initials back', async () => {
    const person = await newOwner();
    await update(person, { name: 'Ada King Lovelace' });
    for (const page of ['', '/intro']) expect(await guestsPage(person, page)).toMatch(/class="face"[^>]*>AL</);
    const url = photoOf(await setPhoto(person, jpeg.toString('base64')));
    expect(url).toMatch(new RegExp(`^${stack.publicUrl}/assets/photo-[0-9a-f]{32}\\.jpg$`));
    for (const page of ['', '/intro'])
      expect(await guestsPage(person, page)).toContain(`src="${new URL(url).pathname}"`);
    const picture = await fetch(url);
    expect(Object.fromEntries(picture.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
    });
    expect(Buffer.from(await picture.arrayBuffer()).includes('SECRET')).toBe(false);
    expect(photoOf(await setPhoto(person, null))).toBe('');
    expect(await guestsPage(person)).toMatch(/class="face"[^>]*>AL</);
  });

  it('refuses what is no picture, and then the old one stays', async () => {
    const person = await newOwner();
    const url = photoOf(await setPhoto(person, makePng({ grey: 12 }).toString('base64')));
    const answer = await setPhoto(person, Buffer.from('<svg/>').toString('base64'));
    expect([answer.status, await reasonOf(answer)]).toEqual([422, 'picture_unknown_type']);
    expect(await read(person)).toMatchObject({ profile: { photoUrl: url } });
  });

  it('stands among the faces of a team: five, with their names, and how many more', async () => {
    const team = await makeTeam(stack.sql);
    const person = await signIn(stack, { email: team.members.owner.email, workspace: team.slug });
    await update(person, { name: 'Aaron Aardvark', bio: 'Not on a team’s page.' });
    const url = photoOf(await setPhoto(person, makePng({ grey: 99 }).toString('base64')));
    const { sql } = stack;
    const [{ id } = { id: '' }] = await sql<{ id: string }[]>`
      insert into teams (id, workspace_id, name, slug, timezone) values (gen_random_uuid(), ${team.workspaceId}, 'Sales', 'sales', 'UTC') returning id`;
    const ids = Object.values(team.members).map(({ userId }) => userId);
    const [extra] = await sql<{ id: string }[]>`
      insert into users (id, email, name) values (gen_random_uuid(), ${newAddress()}, 'Zoe Last') returning id`;
    await sql`insert into memberships (id, workspace_id, user_id, username, role)
      values (gen_random_uuid(), ${team.workspaceId}, ${extra?.id ?? ''}, 'zoe', 'member')`;
    for (const userId of [...ids, extra?.id ?? ''])
      await sql`insert into team_members (team_id, workspace_id, user_id) values (${id}, ${team.workspaceId}, ${userId})`;
    const html = await (await fetch(`${stack.publicUrl}/${team.slug}/team/sales`)).text();
    const faces = /<ul class="faces".*?<\/ul>/s.exec(html)?.[0] ?? '';
    expect(faces).toContain(`<img class="face" src="${new URL(url).pathname}" alt=""`);
    expect(faces.split('<li').length - 1).toBe(6);
    expect(faces).toContain('<bdi class="vh">Aaron Aardvark</bdi>');
    expect(faces).toContain('and one more');
    expect(faces).not.toContain('Zoe');
    expect(html).not.toContain('Not on a team');
  });
});

describe('PATCH /me', () => {
  it('changes the language of the pages, whatever the browser asks for, and forgets it', async () => {
    const person = await newOwner();
    expect((await read(person)).user).toMatchObject({ language: null });
    const answer = await update(person, { language: 'de' });
    expect(answer.json()).toMatchObject({ user: { language: 'de', name: expect.any(String) } });
    const { html } = await browserOf(person).open('/meetings');
    expect(html).toContain('<html lang="de-DE"');
    expect((await update(person, { language: 'fr' })).status).toBe(400);
    await update(person, { language: null });
    expect((await browserOf(person).open('/meetings')).html).toContain('<html lang="en-GB"');
  });

  it('changes the name in all workspaces, and logs it', async () => {
    const person = await newOwner();
    const answer = await update(person, { name: 'Ada King' });
    expect(answer.json()).toMatchObject({ user: { name: 'Ada King', email: person.email }, addressChange: null });
    const log = await stack.sql`
      select data from activity_log where workspace_id = ${person.workspaceId} and action = 'member.renamed'`;
    expect(log).toMatchObject([{ data: { after: { name: 'Ada King' } } }]);
  });

  it('sets a few words about oneself, which stand on guests’ pages, and takes them away', async () => {
    const person = await newOwner();
    const bio = 'I answer <b>questions</b>.\nAsk me.';
    expect((await update(person, { bio })).json()).toMatchObject({ profile: { bio, photoUrl: null } });
    for (const page of ['', '/intro']) expect(await guestsPage(person, page)).toContain('I answer &lt;b&gt;questions');
    for (const wrong of ['', ' ', 'x'.repeat(301)]) expect((await update(person, { bio: wrong })).status).toBe(400);
    expect((await update(person, { bio: null })).json()).toMatchObject({ profile: { bio: null } });
    expect(await guestsPage(person)).not.toContain('I answer');
    const log = await stack.sql`
      select data from activity_log where workspace_id = ${person.workspaceId} and action = 'member.profile_changed' order by id`;
    expect(log.map(({ data }) => data.after)).toEqual([{ bio }, { bio: null }]);
  });

  it('takes no key: a name is that of all workspaces', async () => {
    const person = await newOwner();
    const key = await makeKey(stack.sql, { workspaceId: person.workspaceId, userId: person.userId });
    expect((await update({ headers: bearer(key.secret) }, { name: 'Somebody else' })).status).toBe(401);
    expect(await read(person)).not.toMatchObject({ user: { name: 'Somebody else' } });
  });

  it('refuses the own address, an old sign-in and an agent’s inbox, and then changes no name', async () => {
    const person = await newOwner();
    const name = 'Not taken';
    expect(await reasonOf(await update(person, { name, email: person.email.toUpperCase() }))).toBe('same_address');
    await stack.sql`update sessions set created_at = now() - interval '2 hours' where id = ${person.sessionId}`;
    expect(await reasonOf(await update(person, { name, email: newAddress() }))).toBe('sign_in_too_old');
    expect((await read(person)).user.name).not.toBe(name);
  });

  it('mails no stranger more than three times a day, whoever asks', async () => {
    const email = newAddress();
    for (let asked = 0; asked < 3; asked++)
      expect((await update(await newOwner(), { email: email.replace('@', `+${asked}@`) })).status).toBe(200);
    const answer = await update(await newOwner(), { email });
    expect(answer.status).toBe(429);
    expect(answer.json().error).toMatchObject({ details: { reason: 'too_many_address_links', limit: 3 } });
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(3_600);
  });

  it('lets nobody mail more than five addresses a day', async () => {
    const person = await newOwner();
    for (let asked = 0; asked < 5; asked++) expect((await update(person, { email: newAddress() })).status).toBe(200);
    expect((await update(person, { email: newAddress() })).status).toBe(429);
  });
});

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
    await openDoors(person);
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
    expect(await doorsOf(person)).toEqual(closed);
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
    await endLateAccess(stack.sql, Date.now(), async (agentId) => revoked.push(agentId));
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
      await openDoors(person);
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
    const before = await doorsOf(own);
    for (const _ of ['pass', 'repeated']) {
      await endLateAccess(stack.sql, Date.now(), async () => {});
      await stack.sql`update address_changes set late_ended_at = null where user_id = ${own.userId}`;
    }
    expect(await doorsOf(slipped)).toEqual(closed);
    expect(await doorsOf(own)).toEqual(before);
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

describe('DELETE /me', () => {
  const remove = (by: SignedIn, input: Readonly<Record<string, unknown>> = { confirm: 'delete' }) =>
    callHost(stack.appUrl, me.deleteMe, input, by.headers);

  it('is refused to the only owner of a workspace, by its name; nothing ends', async () => {
    const person = await newOwner();
    const answer = await remove(person);
    expect(answer.status).toBe(409);
    expect(answer.json().error.details).toMatchObject({
      reason: 'sole_owner',
      workspaces: [{ workspaceId: person.workspaceId }],
    });
    expect((await remove(person, { confirm: 'please' })).status).toBe(400);
    expect((await read(person)).user.email).toBe(person.email);
  });

  it('ends all that can act, cancels the meetings, forgets name and address, and frees the address', async () => {
    const team = await makeTeam(stack.sql);
    const { email, userId } = team.members.member;
    const person = await signIn(stack, { email, workspace: team.slug });
    const key = await makeKey(stack.sql, { workspaceId: team.workspaceId, userId });
    await makePasskeyRow(stack.sql, userId);
    await update(person, { bio: 'Gone soon.' });
    await callHost(stack.appUrl, me.setMyPhoto, { image: makePng({ grey: 5 }).toString('base64') }, person.headers);
    const { bookingId, guest } = await makeBooking(stack.sql, team, { hostId: userId });
    expect(await reasonOf(await remove(person))).toBe('hand_over_required');
    expect((await read(person)).user.email).toBe(email);
    const answer = await remove(person, { confirm: 'delete', upcomingMeetings: 'cancel' });
    expect(answer.json()).toMatchObject({ status: 'deleted', meetingsToCancel: 1 });
    expect(await stack.sql`select 1 from users where id = ${userId} and bio is not null`).toHaveLength(0);
    expect(await stack.sql`select 1 from user_photos where user_id = ${userId}`).toHaveLength(0);
    expect((await callHost(stack.appUrl, me.getMe, {}, person.headers)).status).toBe(401);
    expect((await callHost(stack.appUrl, workspace.getWorkspace, {}, key.headers)).status).toBe(401);
    await stack.waitForMail(guest, 'booking_canceled');
    await expect
      .poll(async () => (await stack.sql`select 1 from memberships where user_id = ${userId}`).count, {
        timeout: 20_000,
      })
      .toBe(0);
    expect((await stack.sql`select status from bookings where id = ${bookingId}`)[0]?.status).toBe('canceled');
    const [row] =
      await stack.sql`select email::text, name, deleted_at is not null as deleted from users where id = ${userId}`;
    expect(row).toEqual({ email: `deleted+${userId}@account.invalid`, name: 'Deleted account', deleted: true });
    expect(await stack.sql`select 1 from passkeys where user_id = ${userId}`).toEqual([]);
    expect((await stack.waitForMail(email, 'account')).subject).toMatch(/is deleted/);
    // The mails of the canceled meeting went to the guest alone.
    expect(await stack.mailbox(`deleted+${userId}@account.invalid`)).toEqual([]);
    expect(await stack.sql`select 1 from users where email = ${email}`).toEqual([]);
  });
});

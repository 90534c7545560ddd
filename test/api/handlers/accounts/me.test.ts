import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { me } from '../../../../schemas/operations/accounts/me.ts';
import { workspace } from '../../../../schemas/operations/workspaces/workspace.ts';
import { changeMe } from '../../../../store/accounts/change-me.ts';
import { makeBooking } from '../../../support/drivers/host-bookings.ts';
import { callHost } from '../../../support/drivers/host-calls.ts';
import { type Owner, ownAccounts } from '../../../support/drivers/own-accounts.ts';
import { type SignedIn, signIn } from '../../../support/drivers/session.ts';
import { bearer, makeKey, makeTeam } from '../../../support/factories/keys.ts';
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
const { newOwner, update, read, reasonOf, newAddress, browserOf } = ownAccounts(() => stack);

/** What a guest sees of a person. */
async function guestsPage(person: Owner, more = ''): Promise<string> {
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

  it('changes all that was sent, or nothing', async () => {
    const { userId, sessionId } = await newOwner();
    const read = () => stack.sql`
      select name, language, (select count(*)::int from address_changes where user_id = u.id) as links from users u where id = ${userId}`;
    const before = await read();
    const address = { id: uuidv7(), mailId: uuidv7(), email: newAddress(), clientNetwork: '192.0.2.1' };
    // PostgreSQL takes no such text: the last of the changes fails.
    const change = { address, name: 'Half', language: 'de', bio: '\0' } as const;
    await expect(changeMe(stack.sql, { kind: 'person', userId, sessionId }, change, 'web')).rejects.toThrow();
    expect(await read()).toEqual(before);
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

  it('counts the mails that it caused on: no accounts made and deleted mail a stranger more often', async () => {
    const email = newAddress();
    for (let asked = 0; asked < 3; asked++) {
      const person = await newOwner();
      expect((await update(person, { email: email.replace('@', `+${asked}@`) })).status).toBe(200);
      await stack.sql`update workspaces set erase_at = now() + interval '14 days' where id = ${person.workspaceId}`;
      expect((await remove(person, { confirm: 'delete' })).status).toBe(200);
      const kept =
        await stack.sql`select old_email::text, new_email::text from address_changes where user_id = ${person.userId}`;
      const gone = `deleted+${person.userId}@account.invalid`;
      expect(kept).toEqual([{ old_email: gone, new_email: gone }]);
    }
    expect(await reasonOf(await update(await newOwner(), { email }))).toBe('too_many_address_links');
  });
});

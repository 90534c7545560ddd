import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { invitationToken } from '../../../../domain/secrets.ts';
import { apiKeys } from '../../../../schemas/operations/access/api-keys.ts';
import { members } from '../../../../schemas/operations/members.ts';
import { teams } from '../../../../schemas/operations/teams.ts';
import { workspaceDeletion } from '../../../../schemas/operations/workspaces/deletion.ts';
import { workspace } from '../../../../schemas/operations/workspaces/workspace.ts';
import { findInvitation } from '../../../../store/members/invitation-state.ts';
import { callHost } from '../../../support/drivers/host-calls.ts';
import { addMember, signIn } from '../../../support/drivers/session.ts';
import { newPersonEmail, signInByMail } from '../../../support/drivers/sign-in.ts';
import { makeTeam, type TestMember, type TestTeam } from '../../../support/factories/keys.ts';
import { addPerson, storeInvitation } from '../../../support/factories/members.ts';
import { makePng } from '../../../support/factories/pictures.ts';
import { NO_WEBHOOKS } from '../../../support/factories/webhooks.ts';
import { type Stack, startStack } from '../../../support/stack/stack.ts';

let stack: Stack;
let team: TestTeam;
beforeAll(async () => {
  stack = await startStack({ demo: false });
});
afterAll(() => stack.close());
beforeEach(async () => {
  team = await makeTeam(stack.sql);
});

type Name = keyof typeof members;
interface Body {
  readonly notice: string;
  readonly member: { readonly id: string; readonly teams: { readonly name: string }[] };
  readonly members: { readonly id: string }[];
  readonly nextCursor: string | null;
}

type Role = keyof TestTeam['members'];

const as = async (role: Role, name: Name, input: Record<string, unknown> = {}) => {
  const { headers } = await team.key(role);
  const answer = await callHost(stack.appUrl, members[name], input, headers);
  const body = answer.json() as ReturnType<typeof answer.json> & Body;
  return { status: answer.status, body, reason: answer.json().error?.details?.reason };
};

/** As the signed-in person of this role. */
const inPerson = async (role: Role, name: Name, input: Record<string, unknown>) => {
  const { headers } = await signIn(stack, { email: team.members[role].email, workspace: team.slug });
  const answer = await callHost(stack.appUrl, members[name], input, headers);
  const body = answer.json() as ReturnType<typeof answer.json> & Body;
  return { status: answer.status, body, reason: answer.json().error?.details?.reason };
};

/** Revokes a key as the owner; what ended with it. */
const revokeKey = async (apiKeyId: string) => {
  const { headers } = await team.key('owner');
  return (await callHost(stack.appUrl, apiKeys.revokeApiKey, { apiKeyId }, headers)).json().ended;
};

const invitationPath = async (email: string): Promise<string> => {
  const { text } = await stack.waitForMail(email, 'invitation');
  return /http:\/\/\S+(\/invitations\/[\w-]{43})/.exec(text)?.[1] ?? '';
};

const logged = (action: string) =>
  stack.sql`select actor, data from activity_log where workspace_id = ${team.workspaceId} and action = ${action}`;

describe('inviting', () => {
  it('mails a link, once; asking again keeps one invitation with the last role', async () => {
    const email = newPersonEmail();
    const first = await as('admin', 'inviteMember', { email, role: 'member' });
    expect(first.body.member).toMatchObject({ status: 'invited', email, role: 'member', name: null });
    expect(await invitationPath(email)).toMatch(/^\/invitations\//);
    const again = await inPerson('owner', 'inviteMember', { email: email.toUpperCase(), role: 'manager' });
    expect(again.body.member).toMatchObject({ id: first.body.member.id, role: 'manager' });
    const { body } = await as('member', 'listMembers', { status: 'invited' });
    expect(body.members).toHaveLength(1);
    expect(await stack.mailbox(email)).toHaveLength(1);
    expect(await logged('invitation.renewed')).toMatchObject([
      { data: { before: { role: 'member' }, after: { role: 'manager' }, mailedAgain: false } },
    ]);
  });

  it('mails again after ten minutes, the same link for another week', async () => {
    const email = newPersonEmail();
    const { body } = await as('admin', 'inviteMember', { email });
    const path = await invitationPath(email);
    await stack.sql`
      update invitations set issued_at = issued_at - interval '11 minutes', expires_at = expires_at - interval '8 days'
      where id = ${body.member.id}`;
    expect((await as('admin', 'inviteMember', { email })).status).toBe(200);
    await expect.poll(async () => (await stack.mailbox(email)).length).toBe(2);
    expect(await invitationPath(email)).toBe(path);
    const [row] =
      await stack.sql`select expires_at > now() + interval '6 days' as long from invitations where id = ${body.member.id}`;
    expect(row?.long).toBe(true);
  });

  it('with teams: who accepts is in them at once, and a team that is gone is left out and told', async () => {
    const email = newPersonEmail();
    const owner = (await team.key('owner')).headers;
    const make = async (name: string): Promise<string> => {
      const answer = await callHost(stack.appUrl, teams.createTeam, { name, timezone: 'UTC' }, owner);
      return (answer.json() as unknown as { team: { id: string } }).team.id;
    };
    const [sales, support, gone] = [await make('Sales'), await make('Support'), await make('Gone')];
    const unknown = await as('admin', 'inviteMember', { email, teams: [sales, uuidv7()] });
    expect([unknown.status, unknown.reason, unknown.body.error.message]).toEqual([
      ...[404, 'team_not_found', expect.stringContaining('list_teams')],
    ]);
    const { body } = await as('admin', 'inviteMember', { email, teams: [support, sales, gone, sales] });
    expect([body.member.teams.map(({ name }) => name), body.notice]).toEqual([
      ...[['Gone', 'Sales', 'Support'], expect.stringContaining('list_members')],
    ]);
    // Teams of another key's invitation are not this key's to change; a call without teams mails it again.
    const other = await as('owner', 'inviteMember', { email, teams: [sales] });
    expect([other.status, other.reason]).toEqual([409, 'invitation_open']);
    expect((await as('owner', 'inviteMember', { email })).body.member.teams).toHaveLength(3);
    await callHost(stack.appUrl, teams.deleteTeam, { id: gone }, owner);
    const token = (await invitationPath(email)).split('/').at(-1);
    await addMember(stack, { email, workspace: 'elsewhere', role: 'owner' });
    const { headers } = await signIn(stack, { email, workspace: 'elsewhere' });
    const accept = () => callHost(stack.appUrl, members.acceptInvitation, { token }, headers);
    const answers = [(await accept()).json(), (await accept()).json()];
    for (const answer of answers)
      expect(answer).toMatchObject({ teams: [{ id: sales, name: 'Sales' }, { id: support }], skippedTeams: 1 });
    const listed = (await callHost(stack.appUrl, teams.listTeams, {}, owner)).json();
    expect(listed).toMatchObject({ teams: [{ members: [{ weight: 1, fixed: false }] }, { members: [{}] }] });
    expect(await logged('team.member_added')).toHaveLength(2);
  });

  it('refuses members, owners made by others, and too many mails to one address', async () => {
    const { email, userId } = team.members.manager;
    const twice = await as('admin', 'inviteMember', { email });
    expect([twice.status, twice.reason, twice.body.error.details?.existingId]).toEqual([409, 'already_member', userId]);
    const king = await inPerson('admin', 'inviteMember', { email: newPersonEmail(), role: 'owner' });
    expect([king.status, king.body.error.details?.neededRoles]).toEqual([403, ['owner']]);
    const busy = newPersonEmail();
    for (let asked = 0; asked < 5; asked++) {
      expect((await as('admin', 'inviteMember', { email: busy })).status).toBe(200);
      await stack.sql`update invitations set issued_at = issued_at - interval '11 minutes' where email = ${busy}`;
    }
    const tooMany = await as('admin', 'inviteMember', { email: busy });
    expect([tooMany.status, tooMany.reason]).toEqual([429, 'too_many_invitations']);
  });

  it('as an owner or admin asks a signed-in person: no key does it, and the answer says where', async () => {
    const email = newPersonEmail();
    for (const role of ['owner', 'admin']) {
      const refused = await as('owner', 'inviteMember', { email, role });
      expect([refused.status, refused.body.error.details]).toEqual([
        403,
        { reason: 'session_only', role, url: `${stack.appUrl}/team` },
      ]);
      const { userId } = team.members.member;
      expect((await as('owner', 'updateMemberRole', { id: userId, role })).reason).toBe('session_only');
    }
    expect((await inPerson('owner', 'inviteMember', { email, role: 'owner' })).status).toBe(200);
    const lowered = await as('owner', 'updateMemberRole', { id: team.members.admin.userId, role: 'manager' });
    expect(lowered.status).toBe(200);
  });

  it('again with another key mails it again at most: sender and role stay, until a person takes it over', async () => {
    const [mine, other] = [await team.key('admin'), await team.key('admin')];
    const invite = async (key: { headers: Record<string, string> }, email: string, role: string) => {
      const answer = await callHost(stack.appUrl, members.inviteMember, { email, role }, key.headers);
      return answer.status === 200 ? 200 : { status: answer.status, details: answer.json().error.details };
    };
    const senderOf = async (email: string) => {
      const [row] = await stack.sql`
        select invited_by_key_id as key, role, revoked_at is null as open from invitations where email = ${email}`;
      return row;
    };
    const [ofKey, ofPerson] = [newPersonEmail(), newPersonEmail()];
    await invite(mine, ofKey, 'member');
    expect(await invite(other, ofKey, 'member')).toBe(200);
    expect(await invite(other, ofKey, 'manager')).toMatchObject({
      status: 409,
      details: { reason: 'invitation_open' },
    });
    expect(await invite(mine, ofKey, 'manager')).toBe(200);
    expect(await senderOf(ofKey)).toEqual({ key: mine.id, role: 'manager', open: true });
    await inPerson('owner', 'inviteMember', { email: ofPerson, role: 'admin' });
    const refused = await invite(mine, ofPerson, 'member');
    expect(refused).toMatchObject({ status: 409, details: { reason: 'invitation_open', role: 'admin' } });
    expect(await senderOf(ofPerson)).toEqual({ key: null, role: 'admin', open: true });
    await revokeKey(other.id);
    expect((await senderOf(ofKey))?.open).toBe(true);
    await revokeKey(mine.id);
    expect((await senderOf(ofKey))?.open).toBe(false);
  });

  it('and all that needs a role count the caller’s role behind the lock: a demotion meanwhile wins', async () => {
    const { userId, email } = team.members.owner;
    const { headers } = await signIn(stack, { email, workspace: team.slug });
    const call = (operation: Parameters<typeof callHost>[1], input: Record<string, unknown>) =>
      callHost(stack.appUrl, operation, input, headers);
    const blocked = await stack.sql.reserve();
    await blocked`begin`;
    await blocked`select 1 from workspaces where id = ${team.workspaceId} for no key update`;
    const calls = [
      call(members.inviteMember, { email: newPersonEmail(), role: 'member' }),
      call(members.updateMemberRole, { id: team.members.member.userId, role: 'manager' }),
      call(workspace.updateWorkspace, { name: 'Mine' }),
      call(workspace.setWorkspaceAvatar, { image: makePng({ grey: 7 }).toString('base64') }),
      call(workspaceDeletion.deleteWorkspace, { confirm: team.slug }),
      call(workspaceDeletion.restoreWorkspace, {}),
    ];
    await expect
      .poll(async () => (await stack.sql`select from pg_locks where not granted`).length, { timeout: 5_000 })
      .toBeGreaterThanOrEqual(calls.length);
    await blocked`update memberships set role = 'member' where user_id = ${userId} and workspace_id = ${team.workspaceId}`;
    await blocked`commit`;
    blocked.release();
    const answers = await Promise.all(calls);
    expect(answers.map((answer) => [answer.status, answer.json().error?.details?.reason])).toEqual(
      calls.map(() => [403, 'role_missing']),
    );
    const unchanged =
      await stack.sql`select 1 from workspaces where id = ${team.workspaceId} and name <> 'Mine' and erase_at is null`;
    expect(unchanged).toHaveLength(1);
  });

  it('takes an invitation back by its id; its link is dead', async () => {
    const email = newPersonEmail();
    const { id, token } = await storeInvitation(stack, { workspaceId: team.workspaceId, email });
    expect((await as('admin', 'removeMember', { id })).body).toMatchObject({ id, status: 'removed' });
    expect((await as('admin', 'removeMember', { id })).status).toBe(200);
    await addMember(stack, { email, workspace: 'elsewhere', role: 'owner' });
    const { headers } = await signIn(stack, { email, workspace: 'elsewhere' });
    const answer = await callHost(stack.appUrl, members.acceptInvitation, { token }, headers);
    expect([answer.status, answer.json().error.details?.reason]).toEqual([422, 'invitation_revoked']);
  });
});

describe('accepting', () => {
  it('makes a member who can be booked at once, with a username of their own; twice is once', async () => {
    const email = newPersonEmail();
    await addMember(stack, { email, workspace: 'elsewhere', role: 'owner' });
    const { headers, userId } = await signIn(stack, { email, workspace: 'elsewhere' });
    await stack.sql`update users set name = 'Hedy' where id = ${userId}`;
    const { token } = await storeInvitation(stack, { workspaceId: team.workspaceId, email, role: 'manager' });
    const accept = () => callHost(stack.appUrl, members.acceptInvitation, { token, timezone: 'Asia/Tokyo' }, headers);
    const { workspace } = (await accept()).json();
    expect(workspace).toMatchObject({ id: team.workspaceId, role: 'manager', username: 'hedy-2' });
    expect((await accept()).json().workspace).toEqual(workspace);
    const made = await stack.sql`
      select s.timezone, e.slug from event_types e join schedules s on s.id = e.schedule_id
      where e.workspace_id = ${team.workspaceId} and e.host_id = ${userId}`;
    expect(made).toEqual([{ timezone: 'Asia/Tokyo', slug: 'meeting-30' }]);
    expect((await fetch(`${stack.publicUrl}/api/v1/public/${team.slug}/hedy-2`)).status).toBe(200);
    expect(await logged('member.joined')).toHaveLength(1);
  });

  it('is refused while the plan has no room; the invitation stays open until there is', async () => {
    const email = newPersonEmail();
    await addMember(stack, { email, workspace: 'elsewhere', role: 'owner' });
    const { headers } = await signIn(stack, { email, workspace: 'elsewhere' });
    const { token } = await storeInvitation(stack, { workspaceId: team.workspaceId, email });
    const accept = () => callHost(stack.appUrl, members.acceptInvitation, { token }, headers);
    await stack.sql`update workspaces set seats = 1 where id = ${team.workspaceId}`;
    const answer = await accept();
    expect([answer.status, answer.json().error.details?.reason]).toEqual([402, 'member_cap_reached']);
    await stack.sql`update workspaces set seats = 20 where id = ${team.workspaceId}`;
    expect((await accept()).status).toBe(200);
  });

  it('by a key’s invitation is named when the key is revoked: the member stays', async () => {
    const email = newPersonEmail();
    await addMember(stack, { email, workspace: 'elsewhere', role: 'owner' });
    const { headers, userId } = await signIn(stack, { email, workspace: 'elsewhere' });
    const key = await team.key('admin');
    const sent = await callHost(stack.appUrl, members.inviteMember, { email, role: 'manager' }, key.headers);
    const token = invitationToken(stack.secrets, (sent.json() as unknown as Body).member.id);
    expect((await callHost(stack.appUrl, members.acceptInvitation, { token }, headers)).status).toBe(200);
    const ended = await revokeKey(key.id);
    expect(ended).toMatchObject({ memberCount: 1, members: [{ id: userId, email, role: 'manager' }] });
    expect(await revokeKey(key.id)).toEqual(ended);
    await as('owner', 'removeMember', { id: userId });
    expect(await revokeKey(key.id)).toMatchObject({ memberCount: 0, members: [] });
  });

  it('is for a role that its sender may give now; a key gives less than its person', async () => {
    const { id } = await storeInvitation(stack, { workspaceId: team.workspaceId, email: newPersonEmail() });
    const key = await team.key('owner');
    const roles = ['owner', 'admin', 'manager', 'member', 'billing_only'] as const;
    const given = async (sender: Role, keyId: string | null) => {
      const open: string[] = [];
      for (const role of roles) {
        await stack.sql`
          update invitations set role = ${role}, invited_by_user_id = ${team.members[sender].userId}, invited_by_key_id = ${keyId} where id = ${id}`;
        if ((await findInvitation(stack.sql, { id }))?.state === 'open') open.push(role);
      }
      return open;
    };
    expect(await given('owner', null)).toEqual(roles);
    expect(await given('admin', null)).toEqual(['admin', 'manager', 'member', 'billing_only']);
    for (const sender of ['manager', 'member'] as const) expect(await given(sender, null)).toEqual([]);
    expect(await given('owner', key.id)).toEqual(['manager', 'member', 'billing_only']);
    await stack.sql`update api_keys set expires_at = now() where id = ${key.id}`;
    expect(await given('owner', key.id)).toEqual([]);
    await stack.sql`update api_keys set expires_at = null, revoked_at = now() where id = ${key.id}`;
    expect(await given('owner', key.id)).toEqual([]);
  });

  it('is for its address alone, for a week, once', async () => {
    const { email } = team.members.manager;
    const stranger = newPersonEmail();
    const { token } = await storeInvitation(stack, { workspaceId: team.workspaceId, email: stranger });
    const { headers } = await signIn(stack, { email, workspace: team.slug });
    const asManager = async (request: string) => {
      const answer = await callHost(stack.appUrl, members.acceptInvitation, { token: request }, headers);
      return [answer.status, answer.json().error.details?.reason];
    };
    expect(await asManager(token)).toEqual([403, 'invitation_of_another']);
    expect(await asManager('x'.repeat(43))).toEqual([404, 'invitation_unknown']);
    await addMember(stack, { email: stranger, workspace: 'elsewhere', role: 'owner' });
    const theirs = await signIn(stack, { email: stranger, workspace: 'elsewhere' });
    await stack.sql`update invitations set expires_at = now() where email = ${stranger}`;
    const late = await callHost(stack.appUrl, members.acceptInvitation, { token }, theirs.headers);
    expect([late.status, late.json().error.details?.reason]).toEqual([422, 'invitation_expired']);
  });

  it('leads a brand-new person from the mail over sign-in into the workspace, and no row of sign-in holds the token', async () => {
    const email = newPersonEmail();
    expect((await inPerson('owner', 'inviteMember', { email, role: 'admin' })).status).toBe(200);
    const path = await invitationPath(email);
    const page = await (await fetch(`${stack.appUrl}${path}`, { headers: { accept: 'text/html' } })).text();
    const back = /return_to=([^"]+)"/.exec(page)?.[1] ?? '';
    const browser = await signInByMail(stack, email, { returnTo: decodeURIComponent(back), timezone: 'Europe/Madrid' });
    const held = await stack.sql`select 1 from sign_in_links where return_to like ${`%${path.split('/').at(-1)}%`}`;
    expect(held).toHaveLength(0);
    const shown = await browser.open(decodeURIComponent(back));
    expect(shown.html).toContain('Accept and join');
    const csrfToken = /name="csrfToken" value="([^"]*)"/.exec(shown.html)?.[1] ?? '';
    const refused = await browser.submit(decodeURIComponent(back), { csrfToken: 'x'.repeat(43) });
    expect(refused.status).toBe(303);
    expect((await browser.open(path)).html).toContain('Accept and join');
    expect((await browser.submit(decodeURIComponent(back), { csrfToken })).status).toBe(303);
    expect((await browser.open(path)).html).toContain('You are in Test');
    const { body } = await as('owner', 'listMembers', { limit: 1 });
    expect(body.members[0]).toMatchObject({ email, role: 'admin', status: 'active' });
  });
});

describe('roles', () => {
  it('change at once, for keys too, and are logged', async () => {
    const { userId } = team.members.member;
    const key = await team.key('member');
    const invite = () => callHost(stack.appUrl, members.inviteMember, { email: newPersonEmail() }, key.headers);
    expect((await invite()).status).toBe(403);
    const { body } = await inPerson('admin', 'updateMemberRole', { id: userId, role: 'admin' });
    expect(body.member).toMatchObject({ id: userId, role: 'admin' });
    expect((await invite()).status).toBe(200);
    expect(await logged('member.role_changed')).toMatchObject([
      { data: { before: { role: 'member' }, after: { role: 'admin' } } },
    ]);
  });

  it('end with their invitations: who is no owner any more makes none by a link sent before', async () => {
    const other = await addPerson(stack.sql, team.workspaceId, 'owner');
    const back = newPersonEmail();
    const theirs = await signIn(stack, { email: other.email, workspace: team.slug });
    const invite = (email: string, role: string) =>
      callHost(stack.appUrl, members.inviteMember, { email, role }, theirs.headers);
    const sent = (await invite(back, 'owner')).json() as unknown as Body;
    const kept = (await invite(newPersonEmail(), 'member')).json() as unknown as Body;
    const demoted = await as('owner', 'updateMemberRole', { id: other.userId, role: 'admin' });
    expect(demoted.body).toMatchObject({ endedInvitations: 1 });
    await addMember(stack, { email: back, workspace: 'elsewhere', role: 'owner' });
    const { headers } = await signIn(stack, { email: back, workspace: 'elsewhere' });
    const token = invitationToken(stack.secrets, sent.member.id);
    const refused = await callHost(stack.appUrl, members.acceptInvitation, { token }, headers);
    expect([refused.status, refused.json().error.details?.reason]).toEqual([422, 'invitation_revoked']);
    const { body } = await as('owner', 'listMembers', { status: 'invited' });
    expect(body.members.map(({ id }) => id)).toEqual([kept.member.id]);
  });

  it.each([
    ['was demoted', (by: string) => stack.sql`update memberships set role = 'manager' where user_id = ${by}`],
    ['is leaving', (by: string) => stack.sql`update memberships set leaving_at = now() where user_id = ${by}`],
    ['left', (by: string) => stack.sql`delete from memberships where user_id = ${by}`],
    [
      'used a key that expired',
      async (_by: string, id: string) => {
        const key = await team.key('owner');
        await stack.sql`update invitations set invited_by_key_id = ${key.id} where id = ${id}`;
        await stack.sql`update api_keys set expires_at = now() where id = ${key.id}`;
      },
    ],
  ])('are asked again at acceptance: the sender %s', async (_what, end) => {
    const sender = await addPerson(stack.sql, team.workspaceId, 'owner');
    const email = newPersonEmail();
    const { token, id } = await storeInvitation(stack, { workspaceId: team.workspaceId, email, role: 'member' });
    await stack.sql`update invitations set invited_by_user_id = ${sender.userId} where id = ${id}`;
    await end(sender.userId, id);
    await addMember(stack, { email, workspace: 'elsewhere', role: 'owner' });
    const { headers } = await signIn(stack, { email, workspace: 'elsewhere' });
    const refused = await callHost(stack.appUrl, members.acceptInvitation, { token }, headers);
    expect([refused.status, refused.json().error.details?.reason]).toEqual([422, 'invitation_void']);
    const page = await fetch(`${stack.appUrl}/invitations/${token}`);
    expect([page.status, await page.text()]).toEqual([410, expect.stringContaining('does not hold now')]);
  });

  it('of an open invitation: 409, invite again with the other role', async () => {
    const { id } = await storeInvitation(stack, {
      workspaceId: team.workspaceId,
      email: newPersonEmail(),
      role: 'member',
    });
    const refused = await as('owner', 'updateMemberRole', { id, role: 'manager' });
    expect([refused.status, refused.reason]).toEqual([409, 'invitation_open']);
    await stack.sql`update invitations set revoked_at = now() where id = ${id}`;
    expect((await as('owner', 'updateMemberRole', { id, role: 'manager' })).reason).toBe('member_not_found');
  });

  it('leave an owner: the last one stays, and only owners touch owners', async () => {
    const { userId } = team.members.owner;
    expect((await as('admin', 'updateMemberRole', { id: userId, role: 'member' })).status).toBe(403);
    expect((await as('admin', 'removeMember', { id: userId })).status).toBe(403);
    const last = await as('owner', 'updateMemberRole', { id: userId, role: 'admin' });
    expect([last.status, last.reason]).toEqual([409, 'last_owner']);
    expect((await as('owner', 'removeMember', { id: userId })).reason).toBe('last_owner');
    const other = await addPerson(stack.sql, team.workspaceId, 'owner');
    const both = await Promise.all([
      as('owner', 'updateMemberRole', { id: userId, role: 'admin' }),
      as('owner', 'updateMemberRole', { id: other.userId, role: 'admin' }),
    ]);
    expect(both.map(({ status }) => status).sort()).not.toEqual([200, 200]);
    const owners = await stack.sql`
      select 1 from memberships where workspace_id = ${team.workspaceId} and role = 'owner'`;
    expect(owners).toHaveLength(1);
  });
});

describe('a member who leaves without meetings', () => {
  let leaver: TestMember;
  beforeEach(async () => {
    leaver = await addPerson(stack.sql, team.workspaceId, 'member');
  });
  const remove = () => as('admin', 'removeMember', { id: leaver.userId });

  it('is out at once', async () => {
    expect((await remove()).body).toEqual({
      id: leaver.userId,
      status: 'removed',
      moved: 0,
      canceled: 0,
      ...NO_WEBHOOKS,
    });
    const left = stack.sql`select 1 from memberships where workspace_id = ${team.workspaceId} and user_id = ${leaver.userId}`;
    expect(await left).toHaveLength(0);
  });

  it('takes the time off along that was entered there, and the invitations they sent', async () => {
    const other = await makeTeam(stack.sql);
    const [here, there] = [uuidv7(), uuidv7()];
    for (const [id, workspaceId] of [
      [here, team.workspaceId],
      [there, other.workspaceId],
    ] as const)
      await stack.sql`
        insert into time_off (id, host_id, workspace_id, period)
        values (${id}, ${leaver.userId}, ${workspaceId}, tstzrange(now(), now() + interval '700 days'))`;
    const { id } = await storeInvitation(stack, { workspaceId: team.workspaceId, email: `sent-${here}@people.test` });
    await stack.sql`update invitations set invited_by_user_id = ${leaver.userId} where id = ${id}`;
    expect((await remove()).body).toMatchObject({ status: 'removed' });
    expect(await stack.sql`select id from time_off where host_id = ${leaver.userId}`).toEqual([{ id: there }]);
    const [sent] = await stack.sql`select revoked_at is not null as ended from invitations where id = ${id}`;
    expect(sent?.ended).toBe(true);
  });
});

it('lists people in pages, each once', async () => {
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const { body } = await as('member', 'listMembers', { limit: 2, ...(cursor ? { cursor } : {}) });
    seen.push(...body.members.map(({ id }: { id: string }) => id));
    cursor = body.nextCursor;
  } while (cursor);
  expect(seen.sort()).toEqual(
    Object.values(team.members)
      .map(({ userId }) => userId)
      .sort(),
  );
});

import { v7 as uuidv7 } from 'uuid';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Operation } from '../../../../schemas/operation.ts';
import { eventTypes } from '../../../../schemas/operations/event-types.ts';
import { links, type ShortLink } from '../../../../schemas/operations/links.ts';
import { callHost } from '../../../support/drivers/host-calls.ts';
import { http } from '../../../support/drivers/http.ts';
import { makeEventType } from '../../../support/factories/event-types.ts';
import { makeTeam } from '../../../support/factories/keys.ts';
import { shareTeamStack } from '../../../support/stack/team-stack.ts';

const its = shareTeamStack();
let headers: Readonly<Record<string, string>>;
beforeEach(async () => {
  headers = (await its.team.key('owner')).headers;
});

type Body = Readonly<Record<string, unknown>>;

const call = (operation: Operation, input: Body, by = headers) => callHost(its.stack.appUrl, operation, input, by);
const made = async (input: Body = {}, by = headers): Promise<ShortLink> => {
  const answer = await call(links.createShortLink, input, by);
  expect(answer.status, answer.text).toBe(200);
  return answer.json().shortLink as ShortLink;
};
const revoke = (shortLinkId: string, by = headers) => call(links.revokeShortLink, { shortLinkId }, by);
const listed = async (input: Body = {}, by = headers) =>
  (await call(links.listShortLinks, input, by)).json() as unknown as {
    shortLinks: ShortLink[];
    nextCursor: string | null;
  };
const follow = (token: string) => http(`${its.stack.publicUrl}/api/v1/public/links/${token}`);
const open = (token: string, method = 'GET') =>
  http(`${its.stack.publicUrl}/b/${token}`, { method, headers: { accept: 'text/html' } });
const expectDead = async (token: string) => {
  const answer = await follow(token);
  expect([answer.status, answer.json().error.details?.reason]).toEqual([404, 'unknown_link']);
  const page = await open(token);
  expect([page.status, page.headers.location]).toEqual([404, undefined]);
  expect(page.headers['x-robots-tag']).toBe('noindex');
};

describe('a link to an event', () => {
  it('is followed by API and page, without a key, and stays right when the slug changes', async () => {
    const { eventTypeId } = its.team.host;
    const link = await made({ eventTypeId, name: 'Newsletter' });
    const calendar = `${its.stack.publicUrl}/${its.team.slug}/hedy`;
    const api = `${its.stack.publicUrl}/api/v1/public/${its.team.slug}/hedy`;
    expect(link).toEqual({
      id: expect.any(String),
      url: `${its.stack.publicUrl}/b/${link.token}`,
      token: expect.stringMatching(/^[0-9A-Za-z]{12}$/),
      name: 'Newsletter',
      standsFor: 'event_type',
      host: { id: its.team.members.owner.userId, name: 'Hedy Host', username: 'hedy' },
      team: null,
      eventType: { id: eventTypeId, name: 'Call', slug: 'call' },
      leadsTo: `${calendar}/call`,
      createdAt: expect.any(String),
      revokedAt: null,
    });
    expect((await follow(link.token)).json()).toEqual({
      calendar: {
        organization: { slug: its.team.slug, name: 'Test' },
        owner: { username: 'hedy' },
        hostTimezone: 'UTC',
      },
      eventSlug: 'call',
      urls: { page: `${calendar}/call`, eventTypes: api, slots: `${api}/call/slots` },
    });
    const page = await open(link.token);
    expect([page.status, page.headers.location]).toEqual([302, `/${its.team.slug}/hedy/call`]);
    expect(page.headers).toMatchObject({ 'x-robots-tag': 'noindex', 'cache-control': 'private, no-store' });
    await call(eventTypes.updateEventType, { eventTypeId, slug: 'moved' });
    expect((await open(link.token)).headers.location).toBe(`/${its.team.slug}/hedy/moved`);
    expect(
      (await http(`${its.stack.publicUrl}/${its.team.slug}/hedy/moved`, { headers: { accept: 'text/html' } })).status,
    ).toBe(200);
  });

  it('leads nowhere once the event is archived, nor can one be made then; a hidden event is shown', async () => {
    const { eventTypeId } = its.team.host;
    const link = await made({ eventTypeId });
    await call(eventTypes.updateEventType, { eventTypeId, hidden: true });
    expect((await follow(link.token)).status).toBe(200);
    await call(eventTypes.archiveEventType, { eventTypeId });
    await expectDead(link.token);
    expect((await listed()).shortLinks).toMatchObject([{ id: link.id, leadsTo: null, revokedAt: null }]);
    const late = await call(links.createShortLink, { eventTypeId });
    expect([late.status, late.json().error.details?.reason]).toEqual([409, 'event_type_archived']);
  });
});

it('a link to a team’s event opens it under the team’s name, and managers see to it', async () => {
  const [teamId, shortLinkId, token] = [uuidv7(), uuidv7(), 'TeamEvent123'];
  await its.stack.sql`
    insert into teams (id, workspace_id, slug, name, timezone) values (${teamId}, ${its.team.workspaceId}, 'sales', 'Sales', 'Europe/Paris')`;
  const eventTypeId = await makeEventType(its.stack.sql, its.team, its.team.members.owner.userId);
  await its.stack.sql`
    update event_types set host_id = null, team_id = ${teamId}, assignment = 'round_robin', slug = 'demo' where id = ${eventTypeId}`;
  await its.stack.sql`
    insert into short_links (id, workspace_id, token, event_type_id, created_at)
    values (${shortLinkId}, ${its.team.workspaceId}, ${token}, ${eventTypeId}, now())`;
  expect((await follow(token)).json()).toMatchObject({
    calendar: { owner: { username: 'team/sales' }, hostTimezone: 'Europe/Paris' },
    urls: { page: `${its.stack.publicUrl}/${its.team.slug}/team/sales/demo` },
  });
  expect((await open(token)).headers.location).toBe(`/${its.team.slug}/team/sales/demo`);
  const page = `${its.stack.publicUrl}/${its.team.slug}/team/sales/demo`;
  expect((await listed()).shortLinks).toMatchObject([{ host: null, team: { slug: 'sales' }, leadsTo: page }]);
  expect(await made({ eventTypeId, name: 'Second' })).toMatchObject({
    standsFor: 'event_type',
    host: null,
    leadsTo: page,
  });
  const member = (await its.team.key('member')).headers;
  expect((await listed({}, member)).shortLinks).toEqual([]);
  expect([(await revoke(shortLinkId, member)).status, (await revoke(shortLinkId)).status]).toEqual([403, 200]);
});

describe('a link to a calendar', () => {
  it('is the caller’s own by default, or another host’s; it dies with the membership', async () => {
    const manager = (await its.team.key('manager')).headers;
    const own = await made({}, manager);
    expect(own).toMatchObject({ standsFor: 'calendar', eventType: null, host: { username: 'manager' } });
    const other = await made({ hostUserId: its.team.members.member.userId }, manager);
    expect((await follow(other.token)).json()).toMatchObject({
      calendar: { owner: { username: 'member' }, hostTimezone: null },
      eventSlug: null,
      urls: { page: `${its.stack.publicUrl}/${its.team.slug}/member`, slots: null },
    });
    expect((await open(other.token)).headers.location).toBe(`/${its.team.slug}/member`);
    await its.stack.sql`
      delete from memberships where workspace_id = ${its.team.workspaceId} and user_id = ${its.team.members.member.userId}`;
    await expectDead(other.token);
    expect((await listed()).shortLinks).toMatchObject([{ id: other.id, leadsTo: null }, { id: own.id }]);
  });
});

describe('revoke', () => {
  it('ends it at once, twice with the same answer, logged once', async () => {
    const link = await made();
    const answers = [await revoke(link.id), await revoke(link.id)];
    expect(answers[0]?.json()).toEqual({ id: link.id, status: 'revoked', revokedAt: expect.any(String) });
    expect(answers[1]?.text).toBe(answers[0]?.text);
    await expectDead(link.token);
    const log = await its.stack.sql`
      select action, data->>'name' as name from activity_log where subject_id = ${link.id} order by id`;
    expect(log.map(({ action }) => action)).toEqual(['short_link.created', 'short_link.revoked']);
  });
});

it.each([
  ...['', 'x', 'x'.repeat(12), 'x'.repeat(13), '............', '%2e%2e'].map((token) => [token, 404] as const),
  // Text must not contain NUL.
  ['%00', 400] as const,
])('the token %j leads nowhere: %i', async (token, status) => {
  expect([(await follow(token)).status, (await open(token)).status]).toEqual([status, status]);
});

it.each([
  [{ eventTypeId: 'mine' }, 'eventTypeId'],
  [{ hostUserId: 7 }, 'hostUserId'],
  [{ name: '' }, 'name'],
  [{ name: 'x'.repeat(81) }, 'name'],
  [{ eventTypeId: uuidv7(), hostUserId: uuidv7() }, 'hostUserId'],
])('%j are refused, and nothing is made', async (input, path) => {
  const answer = await call(links.createShortLink, input);
  expect(answer.status).toBe(400);
  expect(answer.json().error.details?.issues).toEqual([{ path, message: expect.any(String) }]);
  expect((await listed({ status: 'all' })).shortLinks).toEqual([]);
});

it('members see, make and revoke what is theirs; strangers find nothing', async () => {
  const member = (await its.team.key('member')).headers;
  const ownEvent = await makeEventType(its.stack.sql, its.team, its.team.members.member.userId);
  const owners = [await made(), await made({ eventTypeId: its.team.host.eventTypeId })];
  const own = [await made({}, member), await made({ eventTypeId: ownEvent }, member)];
  expect((await listed({}, member)).shortLinks.map(({ id }) => id)).toEqual([own[1]?.id, own[0]?.id]);
  const refused = [
    await call(links.createShortLink, { hostUserId: its.team.members.owner.userId }, member),
    await call(links.createShortLink, { eventTypeId: its.team.host.eventTypeId }, member),
    await revoke(owners[0]?.id ?? '', member),
    await revoke(owners[1]?.id ?? '', member),
  ];
  for (const answer of refused)
    expect([answer.status, answer.json().error.details?.reason]).toEqual([403, 'not_yours']);
  const other = await makeTeam(its.stack.sql);
  const stranger = (await other.key('owner')).headers;
  const foreign = [
    await call(links.createShortLink, { hostUserId: its.team.members.owner.userId }, stranger),
    await call(links.createShortLink, { eventTypeId: its.team.host.eventTypeId }, stranger),
    await revoke(own[0]?.id ?? '', stranger),
  ];
  expect(foreign.map(({ status }) => status)).toEqual([404, 404, 404]);
  expect((await listed()).shortLinks).toHaveLength(4);
});

it('lists newest first, in pages, by whether they are revoked', async () => {
  const links = [await made(), await made(), await made()];
  const ids = links.map(({ id }) => id).reverse();
  await revoke(ids[1] ?? '');
  expect((await listed()).shortLinks.map(({ id }) => id)).toEqual([ids[0], ids[2]]);
  expect((await listed({ status: 'revoked' })).shortLinks.map(({ id }) => id)).toEqual([ids[1]]);
  const first = await listed({ status: 'all', limit: 2 });
  const rest = await listed({ status: 'all', limit: 2, cursor: first.nextCursor });
  expect([...first.shortLinks, ...rest.shortLinks].map(({ id }) => id)).toEqual(ids);
  expect(rest.nextCursor).toBeNull();
});

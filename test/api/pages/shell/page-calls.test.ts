import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { manageToken } from '../../../../domain/secrets.ts';
import { freePort } from '../../../../infra/local/ports.ts';
import { findLeaks } from '../../../support/asserts/leaks.ts';
import { askCode, confirmIssue, testSecrets } from '../../../support/drivers/guest.ts';
import { createHost } from '../../../support/drivers/host.ts';
import { PageClient } from '../../../support/drivers/page-client.ts';
import { signIn } from '../../../support/drivers/session.ts';
import { eventually } from '../../../support/factories/meeting.ts';
import { type Stack, startStack } from '../../../support/stack/stack.ts';

let stack: Stack;
let metricsPort: number;
beforeAll(async () => {
  metricsPort = await freePort();
  stack = await startStack({
    worker: false,
    deadlineMs: 20_000,
    api: { metrics: { port: metricsPort, host: '127.0.0.1' } },
  });
});
afterAll(() => stack?.close());

const metrics = async (): Promise<string> => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();

interface Line {
  readonly level: string;
  readonly msg: string;
  readonly requestId: string;
  readonly status: number;
  readonly page?: string;
  readonly operation?: string;
  readonly workflowId?: string;
  readonly ms: number;
}

const linesOf = (requestId: string): Line[] =>
  stack.logLines.map((text) => JSON.parse(text) as Line).filter((line) => line.requestId === requestId);

let requests = 0;

/** Asks for a page, and waits for what the log says of it. */
async function linesAbout(ask: (headers: Record<string, string>) => Promise<unknown>): Promise<Line[]> {
  const requestId = `page-call-${++requests}`;
  await ask({ 'x-request-id': requestId });
  return eventually(`the line of ${requestId}`, async () => {
    const lines = linesOf(requestId);
    return lines.some(({ msg }) => msg === 'page') && lines;
  });
}

describe('a page', () => {
  it('has one line in the log beside those of its operations: what it is, how it ended, its flow', async () => {
    const host = await createHost(stack.sql);
    const [startMs = 0] = await host.openStarts();
    const issue = await askCode(stack.sql, host, { startMs });
    await confirmIssue(stack.sql, issue, startMs);
    const token = manageToken(testSecrets, issue.challenge.id);
    const guest = new PageClient(stack.publicUrl);
    const lines = await linesAbout((headers) => guest.open(`/manage/${token}/cancel?timezone=UTC`, headers));
    expect(lines.filter(({ msg }) => msg === 'page')).toEqual([
      expect.objectContaining({
        level: 'info',
        page: 'GET /manage/{token}/cancel',
        status: 200,
        workflowId: `booking/${issue.challenge.id}`,
        ms: expect.any(Number),
      }),
    ]);
    expect(lines.filter(({ msg }) => msg === 'call').map(({ operation }) => operation)).toEqual([
      'booking.viewBooking',
    ]);
    expect(findLeaks([token], [{ where: 'log', text: JSON.stringify(stack.logLines) }])).toEqual([]);
  });

  it.each([
    ['a host', 'GET /{workspace}/{username}', 200, '/acme/ada'],
    ['a host’s Markdown', 'GET /{workspace}/{username}.md', 200, '/acme/ada.md'],
    ['an event of a team', 'GET /{workspace}/team/{teamSlug}/{eventSlug}', 404, '/acme/team/none/intro'],
    ['a short link', 'GET /b/{token}', 404, '/b/abcdefghjkmn'],
    ['no page at all', 'not found', 404, '/a/b/c/d/e/f'],
    ['an address that can’t be read', 'unreadable', 400, '/acme/%E0%A4%A'],
  ])('%s is named by the pattern of its address', async (_what, page, status, path) => {
    const lines = await linesAbout((headers) => new PageClient(stack.publicUrl).open(path, headers));
    expect(lines.find(({ msg }) => msg === 'page')).toMatchObject({ page, status });
    expect(await metrics()).toContain(`holdfast_page_duration_seconds_count{page="${page}",status="${status}"} 1`);
  });

  it('is counted beside its operations, not among them', async () => {
    const before = await metrics();
    const countIn = (text: string, series: string): number =>
      Number(
        text
          .split('\n')
          .find((line) => line.startsWith(series))
          ?.split(' ')
          .at(-1) ?? 0,
      );
    const [page, call] = [
      'holdfast_page_duration_seconds_count{page="GET /embed/{workspace}/{username}",status="200"}',
      'holdfast_call_duration_seconds_count{operation="bookable.listEventTypes",status="200"}',
    ];
    await linesAbout((headers) => new PageClient(stack.publicUrl).open('/embed/acme/ada', headers));
    const after = await metrics();
    expect([countIn(after, page), countIn(after, call)]).toEqual([1, countIn(before, call) + 1]);
  });

  it('of an event asks one operation for all that it shows', async () => {
    const lines = await linesAbout((headers) => new PageClient(stack.publicUrl).open('/acme/ada/intro-30', headers));
    expect(lines.filter(({ msg }) => msg === 'call').map(({ operation }) => operation)).toEqual(['bookable.listSlots']);
  });

  it('of a hidden event shows anyone who has its link what it is about', async () => {
    const { address } = await createHost(stack.sql, { hidden: true, description: 'Only by this link.' });
    const path = `/${address.workspace}/${address.username}`;
    const guest = new PageClient(stack.publicUrl);
    expect((await guest.open(`${path}/${address.eventSlug}`)).html).toContain('Only by this link.');
    expect((await guest.open(path)).html).not.toContain('Only by this link.');
  });

  it('files of pages and the API’s own answers have none', async () => {
    const { publicUrl } = stack;
    const page = await (await fetch(`${publicUrl}/acme/ada`, { headers: { accept: 'text/html' } })).text();
    const asset = /\/assets\/[\w.-]+\.css/.exec(page)?.[0];
    expect((await fetch(`${publicUrl}${asset}`, { headers: { 'x-request-id': 'page-call-asset' } })).status).toBe(200);
    await fetch(`${publicUrl}/no/such/path/here/at-all`, { headers: { 'x-request-id': 'page-call-program' } });
    // A line comes right behind its answer: that of a later page stands for "long enough".
    await linesAbout((headers) => new PageClient(publicUrl).open('/acme/ada', headers));
    expect([...linesOf('page-call-asset'), ...linesOf('page-call-program')]).toEqual([]);
  });
});

describe('what somebody sent to a page', () => {
  const text = (): string => stack.logLines.join('\n');
  const secret = (name: string): string => `${name}-${'Zq7'.repeat(12)}`.slice(0, 43).padEnd(43, 'x');

  it('is in no line, whatever becomes of it', async () => {
    const secrets = ['manage', 'short', 'decide', 'invite', 'login', 'state', 'code', 'typed', 'token'].map(secret);
    const [manage, short, decide, invite, login, state, code, typed, token] = secrets;
    const guest = new PageClient(stack.publicUrl);
    const host = new PageClient(stack.appUrl);
    const event = '/acme/ada/intro-30';
    await guest.open(`/manage/${manage}?timezone=${typed}`);
    await guest.open(`/manage/${manage}.md`);
    await guest.open(`/manage/${manage}/%00`);
    await guest.open(`/manage/${manage}/%E0%A4%A`);
    await guest.open(`/no/such/${manage}/page/at/all`);
    await guest.submit(`/manage/${manage}/cancel`, { pageToken: token ?? '', reason: typed ?? '' });
    await guest.submit(`/manage/${manage}/cancel`, { reason: `${typed}`.repeat(20_000) });
    await guest.open(`/b/${short}`);
    await guest.open(`${event}?s=${state}`);
    await guest.open(`${event}/confirm?s=${state}`);
    await guest.submit(`${event}/confirm`, { s: state ?? '', code: code ?? '' });
    await guest.submit(`${event}/resend`, { s: state ?? '' });
    await guest.open(`${event}/booked?r=${state}`);
    await host.open(`/decide/${decide}`);
    await host.open(`/invitations/${invite}`);
    await host.open(`/login/link/${login}`);
    await host.submit(`/login/link/${login}`, { pageToken: token ?? '' });
    await linesAbout((headers) => guest.open('/acme/ada', headers));
    expect(text()).toContain('GET /login/link/{token}');
    expect(findLeaks(secrets, [{ where: 'log', text: text() }])).toEqual([]);
  });

  it('is not in the line of what nobody foresaw either', async () => {
    const login = secret('broken');
    const host = new PageClient(stack.appUrl);
    const { token } = await signIn(stack);
    await stack.sql`alter table sign_in_links rename to links_away`;
    const lines = await linesAbout((headers) =>
      host.open(`/login/link/${login}`, { ...headers, cookie: `holdfast=${token}` }),
    );
    await stack.sql`alter table links_away rename to sign_in_links`;
    expect(lines.find(({ msg }) => msg === 'unexpected error in a page')).toMatchObject({
      page: 'GET /login/link/{token}',
    });
    expect(lines.find(({ msg }) => msg === 'page')).toMatchObject({ level: 'warn', status: 500 });
    expect(findLeaks([login, token], [{ where: 'log', text: text() }])).toEqual([]);
  });
});

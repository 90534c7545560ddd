import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { beforeEach, describe, expect, it } from 'vitest';
import { mintKey } from '../../../../domain/access/api-key.ts';
import { MAX_PICTURE_BYTES } from '../../../../domain/branding/picture.ts';
import type { Operation } from '../../../../schemas/operation.ts';
import { activity } from '../../../../schemas/operations/activity.ts';
import { workspaceTools } from '../../../../schemas/operations/workspaces/tools.ts';
import { workspace } from '../../../../schemas/operations/workspaces/workspace.ts';
import { usualDefaults } from '../../../support/asserts/usual-defaults.ts';
import { callHost, connectInApp } from '../../../support/drivers/host-calls.ts';
import { http } from '../../../support/drivers/http.ts';
import { callTool } from '../../../support/drivers/mcp-client.ts';
import { makeTeam } from '../../../support/factories/keys.ts';
import { jpeg, makePng, png, pngChunk, webp } from '../../../support/factories/pictures.ts';
import { shareTeamStack } from '../../../support/stack/team-stack.ts';

const its = shareTeamStack();
let headers: Readonly<Record<string, string>>;
beforeEach(async () => {
  headers = (await its.team.key('admin')).headers;
});

const call = (operation: Operation, input: Readonly<Record<string, unknown>> = {}) =>
  callHost(its.stack.appUrl, operation, input, headers);
const setColour = (accentColor: string | null) => call(workspace.updateWorkspace, { accentColor });
const restAvatar = `/api/v1${workspace.setWorkspaceAvatar.path}`;
const setAvatar = (image: string | null) => call(workspace.setWorkspaceAvatar, { image });
const brandingNow = async () =>
  ((await call(workspace.getWorkspace)).json() as never as { workspace: { branding: unknown } }).workspace.branding;
const page = async (): Promise<string> => (await fetch(`${its.stack.publicUrl}/${its.team.slug}/hedy`)).text();

interface Answer {
  readonly branding: { readonly accentColor: string | null; readonly avatarUrl: string | null };
}
const avatarOf = (answer: { json(): unknown }): string => (answer.json() as Answer).branding.avatarUrl ?? '';

/** The caps of test workspaces. */
const noCaps = { upcomingPerNetwork: 10_000, upcomingPerMailDomain: 10_000, prepLookups: true, prepTexts: {} };
const defaultCaps = { upcomingPerNetwork: 40, upcomingPerMailDomain: 40 };

describe('the caps of upcoming bookings', () => {
  const capsNow = async () => (await call(workspace.getWorkspace)).json().workspace;

  it('have defaults, are set alone, and null takes one back', async () => {
    const none = { upcomingPerNetwork: null, upcomingPerMailDomain: null };
    expect((await call(workspace.updateWorkspace, none)).json()).toMatchObject({ workspace: defaultCaps });
    const set = await call(workspace.updateWorkspace, { upcomingPerMailDomain: 10_000 });
    expect(set.json()).toMatchObject({ workspace: { upcomingPerNetwork: 40, upcomingPerMailDomain: 10_000 } });
    await call(workspace.updateWorkspace, { upcomingPerNetwork: 7 });
    expect(await capsNow()).toMatchObject({ upcomingPerNetwork: 7, upcomingPerMailDomain: 10_000 });
    await call(workspace.updateWorkspace, none);
    expect(await capsNow()).toMatchObject(defaultCaps);
  });
});

describe('the accent colour', () => {
  it('is answered with what pages really use, and whether that is another', async () => {
    const answer = await setColour('#FFCC00');
    const branding = {
      accentColor: '#ffcc00',
      used: { light: expect.stringMatching(/^#[0-9a-f]{6}$/), dark: '#ffcc00', adapted: true },
      avatarUrl: null,
    };
    expect([answer.status, answer.json()]).toEqual([
      200,
      {
        workspace: {
          id: its.team.workspaceId,
          name: 'Test',
          slug: its.team.slug,
          branding,
          ...noCaps,
          ...usualDefaults,
          version: expect.any(Number),
        },
      },
    ]);
    expect(await brandingNow()).toEqual(branding);
    const log = (await call(activity.listActivity, { action: 'workspace.updated' })).json();
    expect(log).toMatchObject({ entries: [{ before: { accentColor: null }, after: { accentColor: '#ffcc00' } }] });
  });

  it('stays when something else changes, and null takes it back', async () => {
    await setColour('#aa2255');
    expect((await call(workspace.updateWorkspace, { name: 'Other' })).json()).toMatchObject({
      workspace: { branding: { accentColor: '#aa2255' } },
    });
    await setColour(null);
    expect(await brandingNow()).toEqual({ accentColor: null, used: null, avatarUrl: null });
  });

  it.each(['red', '#abc', '#12345g', '', 'url(x)', '#0b6b5d}body{display:none'])('is never %j', async (accentColor) => {
    const answer = await setColour(accentColor);
    expect([answer.status, answer.json().error.details?.issues]).toEqual([
      400,
      [expect.objectContaining({ path: 'accentColor' })],
    ]);
  });

  it('shows on the page in the very next call, as a style sheet that may be kept for ever', async () => {
    expect(await page()).not.toContain('/assets/brand-');
    await setColour('#aa2255');
    expect(await page()).toContain('<link rel="stylesheet" href="/assets/brand-aa2255.css"/>');
    const sheet = await http(`${its.stack.publicUrl}/assets/brand-aa2255.css`);
    expect(sheet.headers).toMatchObject({
      'content-type': 'text/css; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
    expect(sheet.text).toMatch(
      /^:root\{--accent:#aa2255;--accent-strong:#[0-9a-f]{6};--on-accent:#ffffff;--tint:#[0-9a-f]{6};--fill:#aa2255;--fill-strong:#[0-9a-f]{6};--on-fill:#ffffff;--fill-edge:#aa2255\}/,
    );
    expect(sheet.text).toContain('@media (prefers-color-scheme:dark)');
    await setColour(null);
    expect(await page()).not.toContain('/assets/brand-');
  });

  it.each(['brand-AA2255.css', 'brand-aa22.css', 'brand-aa2255.js', 'brand-aa2255}.css'])(
    'no sheet is called %s',
    async (file) => {
      expect((await http(`${its.stack.publicUrl}/assets/${encodeURIComponent(file)}`)).status).toBe(404);
    },
  );
});

describe('the avatar', () => {
  it.each([
    ['png', 'image/png', png],
    ['jpg', 'image/jpeg', jpeg],
    ['webp', 'image/webp', webp],
  ])('is served as the %s it is, and as nothing else', async (extension, type, bytes) => {
    const answer = await setAvatar(bytes.toString('base64'));
    expect(answer.status, answer.text).toBe(200);
    const url = avatarOf(answer);
    expect(url).toMatch(new RegExp(`^${its.stack.publicUrl}/assets/avatar-[0-9a-f]{32}\\.${extension}$`));
    for (const address of [url, url.replace(its.stack.publicUrl, its.stack.appUrl)]) {
      const picture = await fetch(address);
      expect(Object.fromEntries(picture.headers)).toMatchObject({
        'content-type': type,
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
      });
      const served = Buffer.from(await picture.arrayBuffer());
      expect(served.subarray(0, 3)).toEqual(bytes.subarray(0, 3));
      expect(served.includes('SECRET')).toBe(false);
    }
    expect((await http(url.replace(/\.\w+$/, '.gif'))).status).toBe(404);
  });

  it('shows on the page in the very next call; null takes it away, and its address is gone', async () => {
    // No other test has this picture: its address ends with its last user.
    const url = avatarOf(await setAvatar(makePng({ grey: 33 }).toString('base64')));
    expect(await page()).toContain(`src="${new URL(url).pathname}"`);
    const removed = await setAvatar(null);
    expect(removed.json()).toEqual({ branding: { accentColor: null, used: null, avatarUrl: null } });
    expect(await page()).not.toContain('/assets/avatar-');
    expect((await http(url)).status).toBe(404);
  });

  it('is kept for a minute by who serves it: not each call reads it anew', async () => {
    const url = avatarOf(await setAvatar(makePng({ grey: 71 }).toString('base64')));
    const first = Buffer.from(await (await fetch(url)).arrayBuffer());
    await setAvatar(null);
    const again = await fetch(url);
    expect(again.status).toBe(200);
    expect(Buffer.from(await again.arrayBuffer())).toEqual(first);
  });

  it('of two workspaces may be the same, and goes only with the last', async () => {
    const other = await makeTeam(its.stack.sql);
    const image = makePng({ grey: 17 }).toString('base64');
    const url = avatarOf(await setAvatar(image));
    await callHost(its.stack.appUrl, workspace.setWorkspaceAvatar, { image }, (await other.key('owner')).headers);
    await setAvatar(null);
    expect((await http(url)).status).toBe(200);
  });

  it('is in the activity log by its name, without its bytes', async () => {
    const url = avatarOf(await setAvatar(png.toString('base64')));
    const file = url.split('/').at(-1);
    const log = await call(activity.listActivity, { action: 'workspace.updated' });
    expect(log.json()).toMatchObject({ entries: [{ before: { avatar: null }, after: { avatar: file } }] });
    expect(log.text).not.toContain(png.toString('base64').slice(0, 40));
    await setAvatar(png.toString('base64'));
    expect((await call(activity.listActivity, { action: 'workspace.updated' })).json().entries).toHaveLength(1);
  });

  const filler = pngChunk('prVt', Buffer.alloc(MAX_PICTURE_BYTES - png.length - 12, 7));
  const largest = makePng({ extra: [filler] });
  it('may be as large as is said, over each surface', async () => {
    expect(largest.length).toBe(MAX_PICTURE_BYTES);
    const image = largest.toString('base64');
    expect((await setAvatar(image)).status).toBe(200);
    const execute = { name: 'set_workspace_avatar', arguments: { image } };
    expect((await call(workspaceTools.executeTool, execute)).status).toBe(200);
    const client = await connectInApp(its.stack.appUrl, headers);
    expect((await callTool(client, 'set_workspace_avatar', { image })).isError).toBeFalsy();
    await client.close();
  });

  const base64 = (text: string): string => Buffer.from(text).toString('base64');
  it.each([
    ['an SVG', base64('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'), 'picture_unknown_type'],
    ['a page', base64('<!doctype html><script>alert(1)</script>'), 'picture_unknown_type'],
    [
      'a PNG that is a page, too',
      Buffer.concat([png, Buffer.from('<script>')]).toString('base64'),
      'picture_trailing_data',
    ],
    ['one byte too many', Buffer.concat([largest, Buffer.alloc(1)]).toString('base64'), 'picture_too_large'],
    ['a huge picture in a small file', makePng({ side: 4_000 }).toString('base64'), 'picture_too_many_pixels'],
    ['half a picture', png.subarray(0, 40).toString('base64'), 'picture_broken'],
  ])('is refused by its field: %s', async (_, image, reason) => {
    const answer = await setAvatar(image);
    expect([answer.status, answer.json().error.details]).toEqual([
      422,
      { reason, field: 'image', rule: expect.any(String) },
    ]);
    expect(await brandingNow()).toMatchObject({ avatarUrl: null });
  });

  it.each([
    ['no base64', 'not base64!'],
    ['a data address', `data:image/png;base64,${png.toString('base64')}`],
    ['base64 without its padding', 'AAAAA'],
    ['nothing', ''],
    ['too long a text', 'AAAA'.repeat(90_000)],
    ['a number', 7],
    ['nothing given', undefined],
  ])('is refused by its field: %s', async (_, image) => {
    const answer = await call(workspace.setWorkspaceAvatar, image === undefined ? {} : { image });
    expect([answer.status, answer.json().error.details?.issues], answer.text).toEqual([
      400,
      expect.arrayContaining([expect.objectContaining({ path: 'image' })]),
    ]);
  });

  it.each([
    ['no key, over REST', restAvatar, {}],
    ['a mistyped key, over REST', restAvatar, { authorization: `Bearer svc_live_${'0'.repeat(32)}` }],
    ['no key, over MCP', '/api/mcp/mcp', {}],
    ['a key that nobody has, over MCP', '/api/mcp/mcp', { authorization: `Bearer ${mintKey('live').secret}` }],
  ])('who sends %s, hears so before a large body has come', async (_what, path, headers) => {
    const sent = request(`${its.stack.appUrl}${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Content-Length': '300000', ...headers },
    });
    sent.on('error', () => {});
    sent.write('{"image":"');
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    sent.destroy();
    expect(answer.statusCode).toBe(401);
  });

  it('a body that no avatar needs is refused before it is read', async () => {
    const answer = await setAvatar('AAAA'.repeat(110_000));
    expect([answer.status, answer.json().error.message]).toEqual([400, expect.stringContaining('400kb')]);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makePages } from '../../../api/pages/shell/make-pages.ts';
import { recognisePicture } from '../../../domain/branding/picture.ts';
import { setAvatar } from '../../../store/workspaces/branding.ts';
import { createHost, type TestHost } from '../../support/drivers/host.ts';
import { png } from '../../support/factories/pictures.ts';
import { createTestTeam } from '../../support/factories/team.ts';
import { type Stack, startStack } from '../../support/stack/stack.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ worker: false, api: { makePages } });
});
afterAll(() => stack?.close());

/** The machine-readable parts of a page's head. */
async function readHead(path: string) {
  const answer = await fetch(`${stack.publicUrl}${path}`, { headers: { accept: 'text/html' } });
  const html = await answer.text();
  const head = html.slice(0, html.indexOf('</head>'));
  const attributes = (tag: string) =>
    Object.fromEntries([...tag.matchAll(/([\w:-]+)="([^"]*)"/g)].map(([, name, value]) => [name, value]));
  const tags = (name: string) =>
    [...head.matchAll(new RegExp(`<${name} ([^>]*)>`, 'g'))].map(([, all = '']) => attributes(all));
  const metas = tags('meta');
  const scripts = [...html.matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g)];
  return {
    html,
    link: answer.headers.get('link') ?? '',
    title: /<title>([^<]*)<\/title>/.exec(head)?.[1],
    meta: (name: string) => metas.find((meta) => meta.name === name || meta.property === name)?.content,
    href: (rel: string) => tags('link').find((link) => link.rel === rel)?.href,
    jsonLd: scripts.map(([, json = '']) => JSON.parse(json) as Record<string, unknown>),
  };
}

const pathOf = ({ address }: TestHost): string => `/${address.workspace}/${address.username}`;

describe('the head of a host’s page', () => {
  it('names the host for search engines and previews', async () => {
    const head = await readHead('/acme/ada?timezone=Asia/Tokyo');
    const url = `${stack.publicUrl}/acme/ada`;
    expect(head.title).toContain('Ada Lovelace');
    expect(head.meta('description')).toContain('Ada Lovelace');
    expect(head.href('canonical')).toBe(url);
    expect(head.href('alternate')).toBe('/acme/ada.md');
    expect(head.meta('og:url')).toBe(url);
    expect(head.meta('og:title')).toContain('Ada Lovelace');
    expect(head.meta('og:description')).toBe(head.meta('description'));
    expect(head.meta('og:site_name')).toBe('Acme');
    expect(head.meta('twitter:card')).toBe('summary');
    expect(head.meta('robots')).toBeUndefined();
    expect(head.jsonLd).toEqual([
      expect.objectContaining({
        '@context': 'https://schema.org',
        '@type': 'Person',
        name: 'Ada Lovelace',
        url,
        worksFor: { '@type': 'Organization', name: 'Acme' },
        makesOffer: expect.arrayContaining([
          {
            '@type': 'Offer',
            itemOffered: expect.objectContaining({ '@type': 'Service', url: `${url}/intro-30` }),
          },
        ]),
      }),
    ]);
  });

  it('has the words of the host, and so has the page for agents', async () => {
    const host = await createHost(stack.sql);
    await stack.sql`update users set bio = 'I repair clocks.' where id = ${host.userId}`;
    const { jsonLd } = await readHead(pathOf(host));
    expect(jsonLd[0]).toMatchObject({ '@type': 'Person', description: 'I repair clocks.' });
    const markdown = await (await fetch(`${stack.publicUrl}${pathOf(host)}.md`)).text();
    expect(markdown).toContain('> I repair clocks.');
    const event = await readHead(`${pathOf(host)}/call`);
    expect(event.jsonLd[0]).toMatchObject({ provider: { description: 'I repair clocks.' } });
    expect(await (await fetch(`${stack.publicUrl}${pathOf(host)}/call.md`)).text()).toContain('> I repair clocks.');
  });

  it('describes a team as an organization', async () => {
    const team = await createTestTeam(stack.sql, { assignment: 'collective', members: [{}] });
    const { jsonLd } = await readHead(pathOf(team));
    expect(jsonLd).toMatchObject([{ '@type': 'Organization', name: 'The Crew', parentOrganization: { name: 'Test' } }]);
  });
});

describe('the head of an event’s page', () => {
  it('says what can be reserved, and at which URLs', async () => {
    const head = await readHead('/acme/ada/intro-30');
    const url = `${stack.publicUrl}/acme/ada/intro-30`;
    expect(head.href('canonical')).toBe(url);
    expect(head.href('alternate')).toBe('/acme/ada/intro-30.md');
    const [service] = head.jsonLd as {
      potentialAction: { target: { urlTemplate: string; contentType: string }[] };
    }[];
    expect(service).toMatchObject({
      '@type': 'Service',
      url,
      provider: { '@type': 'Person', name: 'Ada Lovelace' },
      potentialAction: { '@type': 'ReserveAction', result: { '@type': 'Reservation' } },
    });
    for (const { urlTemplate, contentType } of service?.potentialAction.target ?? []) {
      const answer = await fetch(urlTemplate);
      expect([answer.status, answer.headers.get('content-type')], urlTemplate).toEqual([
        200,
        expect.stringContaining(contentType),
      ]);
    }
    expect(service?.potentialAction.target.map(({ urlTemplate }) => urlTemplate)).toEqual([
      url,
      `${stack.publicUrl}/api/v1/public/acme/ada/intro-30/slots`,
    ]);
  });

  it('gives previews a card that is drawn for the event', async () => {
    const host = await createHost(stack.sql, { name: '"><b>Call' });
    const head = await readHead(`${pathOf(host)}/call`);
    const image = head.meta('og:image') ?? '';
    expect(image).toMatch(new RegExp(`^${stack.publicUrl}${pathOf(host)}/call/card\\.png\\?v=[\\w-]{10}$`));
    expect([head.meta('twitter:card'), head.meta('og:image:width')]).toEqual(['summary_large_image', '1200']);
    const answer = await fetch(image);
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=3600');
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630]);
    const other = await fetch(image.replace(/v=.*/, 'v=other&title=mine'));
    expect(Buffer.from(await other.arrayBuffer()).equals(bytes)).toBe(true);
    await stack.sql`update workspaces set accent_color = '#ffcc00' where id = ${host.workspaceId}`;
    expect((await readHead(`${pathOf(host)}/call`)).meta('og:image')).not.toBe(image);
    expect((await fetch(image.replace('/call/', '/nothing/'))).status).toBe(404);
  });

  it('gives previews the absolute URL of the avatar, if the card has no letters for the title', async () => {
    const host = await createHost(stack.sql);
    const picture = recognisePicture(png);
    if (typeof picture === 'string') throw new Error(picture);
    await stack.sql`update event_types set name = '予約' where workspace_id = ${host.workspaceId}`;
    const set = await setAvatar(stack.sql, host.workspaceId, picture, { actor: null, source: 'system' });
    if ('refused' in set) throw new Error(set.refused);
    const { avatarFile } = set;
    const head = await readHead(`${pathOf(host)}/call`);
    const image = `${stack.publicUrl}/assets/${avatarFile}`;
    expect(head.meta('og:image')).toBe(image);
    expect(head.jsonLd).toMatchObject([{ provider: { worksFor: { logo: image } } }]);
    expect(head.html).toContain(`<img class="brand-mark" src="/assets/${avatarFile}" alt=""`);
    expect((await fetch(image)).status).toBe(200);
  });

  it('stays valid for any name of a host', async () => {
    const name = `</script><script>alert(1)</script><!-- "'&\\ \u{1F4C5} שלום`;
    const host = await createHost(stack.sql, { name, description: name });
    await stack.sql`update users set name = ${name} where id = ${host.userId}`;
    await stack.sql`update workspaces set name = ${name} where id = ${host.workspaceId}`;
    for (const path of [pathOf(host), `${pathOf(host)}/call`]) {
      const { jsonLd, html } = await readHead(path);
      expect(jsonLd).toHaveLength(1);
      expect(JSON.stringify(jsonLd)).toContain(JSON.stringify(name).slice(1, -1));
      expect(html).not.toContain('<script>alert(1)');
    }
  });
});

describe('every page', () => {
  it.each(['/acme/ada', '/acme/ada/intro-30', '/acme/grace', `/manage/${'x'.repeat(43)}`, '/acme/ada.md'])(
    '%s links to the description of the API',
    async (path) => {
      expect((await readHead(path)).link).toContain(`<${stack.appUrl}/api/v1/openapi>; rel="service-desc"`);
    },
  );

  it('that is personal, temporary or missing is not indexed and has no preview', async () => {
    const slots = await fetch(`${stack.publicUrl}/api/v1/public/acme/ada/intro-30/slots?limit=1`);
    const [slot] = ((await slots.json()) as { slots: { startUtc: string }[] }).slots;
    const details = `/acme/ada/intro-30?startAt=${slot?.startUtc}`;
    for (const path of [`/manage/${'x'.repeat(43)}`, '/b/nothing', '/acme/ada/nothing', details]) {
      const head = await readHead(path);
      expect([head.meta('robots'), head.href('canonical'), head.meta('og:title'), head.jsonLd], path).toEqual([
        'noindex',
        undefined,
        undefined,
        [],
      ]);
    }
  });

  it('of a workspace shows its brand, also on problem pages; other pages show none', async () => {
    for (const path of ['/acme/ada', '/acme/ada/intro-30', '/acme/ada/nothing', '/acme/ada/intro-30/confirm'])
      expect((await readHead(path)).html, path).toMatch(/<header class="brand">.*<bdi>Acme<\/bdi><\/header>/);
    for (const path of ['/', '/nobody/here']) expect((await readHead(path)).html, path).not.toContain('class="brand"');
  });
});

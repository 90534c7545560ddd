import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { type NameRecords, type Site, WEB } from './world.ts';

/** `hostile-<kind>-<number>.com`: as many sites of a kind as somebody has accounts to book with. */
const NAME = /^(?:www\.)?hostile-([a-z]+)-(\d{1,4})\.com$/;
const HTML = { 'content-type': 'text/html; charset=utf-8' };
const JSON_LD = '<script type="application/ld+json">';
const ORGANIZATION = '{"@type":"Organization","name":"Hostile"}';

/** Ways to our own machine and network, as a redirect may write them. */
export const WAYS_INSIDE: readonly string[] = [
  ...['http://127.0.0.1/', 'https://127.0.0.1/', 'https://169.254.169.254/latest/meta-data/', 'https://[::1]/'],
  ...[
    'https://[::ffff:10.0.0.1]/',
    'https://2130706433/',
    'https://0177.0.0.1/',
    'https://0x7f.1/',
    'https://localhost/',
  ],
  ...['https://metadata.google.internal/', 'https://printer.local/', '//127.0.0.1/', 'https://10.0.0.1:5432/'],
];

const page =
  (body: string | Buffer, headers: Readonly<Record<string, string>> = HTML) =>
  (response: ServerResponse): void => {
    response.writeHead(200, headers).end(body);
  };

/** Made at the first request: some of them are large. */
const once = <T>(make: () => T): (() => T) => {
  let made: T | undefined;
  return () => (made ??= make());
};

/** Robots.txt compares each letter of it with each of its rules. */
const LONG = 'a'.repeat(1_900);

const nested = once(() => '<b><i>'.repeat(46_700) + '</i></b>'.repeat(46_700));
const wildcards = once(() => `User-agent: *\n${`Disallow: /${'*a'.repeat(200)}$\n`.repeat(1_200)}`);
const bomb = once(() => gzipSync(Buffer.alloc(50_000_000, '<b>')));
const blocks = once(() => `${JSON_LD}{}</script>`.repeat(10_000) + JSON_LD + ORGANIZATION);
const deep = once(() => `${JSON_LD}${'{"@graph":['.repeat(20_000)}${ORGANIZATION}${']}'.repeat(20_000)}</script>`);

/** A byte a second, for as long as somebody listens. */
const trickle = (response: ServerResponse): void => {
  response.writeHead(200, HTML).flushHeaders();
  const timer = setInterval(() => response.write('<'), 1_000);
  response.on('close', () => clearInterval(timer));
};

const toInside = (response: ServerResponse, nth: number): void => {
  response.writeHead(302, { location: WAYS_INSIDE[nth % WAYS_INSIDE.length] }).end();
};

type Attack = (response: ServerResponse, nth: number, path: string) => void;

const ATTACKS: Readonly<Record<string, Attack>> = {
  tags: (response) => page(`<html><title>Tags</title>${nested()}`)(response),
  robots: (response, _nth, path) => response.writeHead(302, { location: path === '/' ? `/${LONG}` : '/' }).end(),
  title: (response) => page(`<title>${'x'.repeat(1_000_000)}</title>`)(response),
  bomb: (response) => page(bomb(), { ...HTML, 'content-encoding': 'gzip' })(response),
  trickle,
  loop: (response, _nth, path) => response.writeHead(302, { location: path === '/' ? '/again' : '/' }).end(),
  inside: toInside,
  header: page('<title>Header</title>', { ...HTML, 'x-long': 'x'.repeat(100_000) }),
  blocks: (response) => page(`<title>Blocks</title>${blocks()}`)(response),
  deep: (response) => page(`<title>Deep</title>${deep()}`)(response),
  type: page('<title>Type</title>', { 'content-type': 'image/svg+xml' }),
  rebind: page('<title>Rebind</title>'),
};

export const ATTACK_KINDS: readonly string[] = Object.keys(ATTACKS);

/** The site of such a host. */
export function hostileSite(host: string): Site | undefined {
  const [, kind = '', number] = NAME.exec(host) ?? [];
  const attack = ATTACKS[kind];
  if (!attack) return undefined;
  return ({ url = '/' }, response) => {
    if (url !== '/robots.txt') return attack(response, Number(number), url);
    if (kind === 'robots') return page(wildcards(), { 'content-type': 'text/plain' })(response);
    response.writeHead(404).end();
  };
}

/** What the DNS says of such a name. */
export function hostileRecords(name: string): NameRecords | undefined {
  const kind = NAME.exec(name)?.[1] ?? '';
  if (ATTACKS[kind] === undefined) return undefined;
  return { ...WEB, NS: ['ns.hostile-names.com'], ...(kind === 'rebind' && { fault: 'rebind' }) };
}

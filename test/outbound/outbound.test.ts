import { TLSSocket } from 'node:tls';
import { queryObjects } from 'node:v8';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWebhooks } from '../../outbound/open-outbound.ts';
import { createOutbound, type Outbound, type OutboundRequest } from '../../outbound/outbound.ts';
import { standInInternetAt } from '../../outbound/stand-in-internet.ts';
import { type InternetStandIn, startInternetStandIn } from '../../stand-ins/internet/stand-in.ts';

let internet: InternetStandIn;
let outbound: Outbound;
/** For answers that come: a busy machine may take its time. */
const limits = { connectMs: 15_000, firstByteMs: 15_000, wholeMs: 30_000, maxBytes: 100_000 };
/** For those that never do. */
const short = { ...limits, connectMs: 1_000, firstByteMs: 400, wholeMs: 800 };

beforeAll(async () => {
  internet = await startInternetStandIn();
  outbound = createOutbound({ userAgent: 'Test/1', standIn: standInInternetAt(internet.url) });
  await ask('https://acme-robotics.com/robots.txt');
});
afterAll(() => internet.close());

const ask = (url: string, more: Partial<OutboundRequest> = {}) => outbound({ url, limits, ...more });
const reasonOf = async (url: string, more: Partial<OutboundRequest> = {}) => {
  const answer = await ask(url, more);
  return answer.outcome === 'failed' ? answer.reason : `answered ${answer.status}`;
};

describe('the guarded fetch', () => {
  test('reads a page by the real DNS, TLS and redirects of the stand-in', async () => {
    const answer = await ask('https://acme-robotics.com/');
    if (answer.outcome !== 'answered') throw new Error(answer.reason);
    expect(answer.url.href).toBe('https://www.acme-robotics.com/?utm_source=apex');
    expect(answer.body.toString()).toContain('Acme Robotics');
  });

  test('tells owners of webhooks the same of a name that is private here and of one that does not exist', async () => {
    const reasons = async (mode: 'local' | 'production', url: string) => {
      const answer = await openWebhooks({ appUrl: 'https://h.test', mode, internetStandInUrl: internet.url })({ url });
      return answer.outcome === 'failed' ? answer.reason : 'answered';
    };
    expect(await reasons('local', 'https://fault-private.com/')).toBe('forbidden_address');
    expect(await reasons('production', 'https://fault-private.com/')).toBe('not_found');
    expect(await reasons('production', 'https://no-such-name-at-all.com/')).toBe('not_found');
  });

  test('lets go of the connections that it has closed', async () => {
    const held = () => queryObjects(TLSSocket, { format: 'count' });
    await ask('https://acme-robotics.com/');
    const before = held();
    for (let nth = 0; nth < 10; nth += 1) await ask('https://acme-robotics.com/');
    await expect.poll(() => held() - before, { timeout: 5_000 }).toBeLessThan(5);
  });

  test('trusts the authority of the stand-in alone for it', async () => {
    const other = await startInternetStandIn();
    const loadOther = standInInternetAt(other.url);
    const standIn = async () => ({ ...(await loadOther()), port: internet.port });
    const answer = await createOutbound({ userAgent: 'Test/1', standIn })({
      url: 'https://acme-robotics.com/',
      limits,
    });
    expect(answer).toEqual({ outcome: 'failed', reason: 'tls' });
    await other.close();
  });

  test.each([
    'ftp://acme-robotics.com/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'https://acme-robotics.com:8443/',
    'http://acme-robotics.com:22/',
    'https://ada:secret@acme-robotics.com/',
    'not a url',
    '',
  ])('refuses the address %s', async (url) => expect(await reasonOf(url)).toBe('forbidden_url'));

  test.each([
    'http://127.0.0.1/',
    'http://127.1/',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0177.0.0.1/',
    'http://0/',
    'http://[::1]/',
    'http://[::ffff:7f00:1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://169.254.169.254/latest/meta-data/',
    'https://fault-mixed.com/',
    'https://fault-mapped.com/',
    'http://①②⑦.⓪.⓪.①/',
  ])('never dials %s', async (url) => {
    const before = internet.seen.pages.length;
    expect(await reasonOf(url)).toBe('forbidden_address');
    expect(internet.seen.pages).toHaveLength(before);
  });

  test.each([
    ...[
      'http://localhost/',
      'http://localhost./',
      'http://intranet/',
      'http://printer.local/',
      'https://acme.internal/',
    ],
    ...['https://acme.test/', 'https://example.com/', 'http://abcdefghijklmnop.onion/', 'http://router.home.arpa/'],
    ...[
      'http://11.22.33.44/',
      'http://1.0.0.127.in-addr.arpa/',
      'https://fault-own-name.com/',
      'https://fault-bare-address.com/',
    ],
  ])('asks neither DNS nor web for the name of %s', async (url) => {
    const [names, pages] = [internet.seen.names.length, internet.seen.pages.length];
    expect(await reasonOf(url)).toBe('forbidden_address');
    const ofFirst = (list: readonly string[]) => list.every((one) => one.startsWith('fault-'));
    expect(ofFirst(internet.seen.names.slice(names)) && ofFirst(internet.seen.pages.slice(pages))).toBe(true);
  });

  test('takes along to another origin no header that was meant for the first, on the way back neither', async () => {
    const meant = {
      authorization: 'Bearer secret',
      cookie: 'a=b',
      'if-none-match': '"1"',
      referer: 'https://app/',
      'x-own': '1',
    };
    const harmless = { Accept: 'text/html', 'accept-language': 'en' };
    expect(await reasonOf('https://fault-there-and-back.com/', { headers: { ...meant, ...harmless } })).toBe(
      'answered 200',
    );
    const sent = (page: string) => internet.seen.headers.get(page);
    expect(sent('fault-there-and-back.com/same')).toMatchObject(meant);
    for (const page of ['fault-sends-back.com/there', 'fault-there-and-back.com/back'])
      expect(Object.keys(sent(page) ?? {}).sort()).toEqual([
        'accept',
        'accept-encoding',
        'accept-language',
        'connection',
        'host',
        'user-agent',
      ]);
  });

  test.each([
    ['https://no-such-name-here.com/', 'not_found'],
    ['https://fault-servfail.com/', 'unreachable'],
    ['https://fault-silent.com/', 'timeout'],
    ['https://fault-tls.com/', 'tls'],
    ['https://fault-403.com/', 'answered 403'],
    ['https://fault-500.com/', 'answered 500'],
    ['https://fault-huge.com/', 'too_large'],
    ['https://fault-bomb.com/', 'too_large'],
    ['https://fault-slow.com/', 'timeout'],
    ['https://fault-encoding.com/', 'unreadable'],
    ['https://fault-loop.com/', 'too_many_redirects'],
    ['https://fault-many.com/', 'too_many_redirects'],
    ['https://fault-cut.com/', 'unreachable'],
    ['https://fault-garbage.com/', 'unreadable'],
    ['https://fault-private.com/', 'forbidden_address'],
    ['https://fault-literal.com/', 'forbidden_address'],
    ['https://fault-port.com/', 'forbidden_url'],
    ['https://fault-downgrade.com/', 'forbidden_url'],
  ])('%s ends as %s', async (url, reason) =>
    expect(await reasonOf(url, reason === 'timeout' ? { limits: short } : {})).toBe(reason),
  );

  test('reads no other type, and cuts what may be cut', async () => {
    expect(await reasonOf('https://fault-type.com/', { types: ['text/html'] })).toBe('wrong_type');
    const rdap = 'https://rdap.stand-in-registry.com/domain/acme-robotics.com';
    const read = await ask(rdap, { types: ['application/json', 'application/*+json'] });
    expect(read).toMatchObject({ outcome: 'answered', contentType: expect.stringContaining('application/rdap+json') });
    expect(await reasonOf(rdap, { types: ['application/json', 'text/*+json'] })).toBe('wrong_type');
    const cut = await ask('https://fault-huge.com/', { whenLonger: 'cut' });
    expect(cut.outcome === 'answered' && cut.body.length).toBe(limits.maxBytes);
  });

  test('a name that turns to 127.0.0.1 after its check is refused at the next request', async () => {
    const from = internet.seen.names.length;
    expect(await reasonOf('https://fault-rebind.com/')).toBe('answered 200');
    // For A and AAAA: between check and dialling nobody asks again.
    expect(internet.seen.names.slice(from)).toEqual(['fault-rebind.com', 'fault-rebind.com']);
    expect(await reasonOf('https://fault-rebind.com/')).toBe('forbidden_address');
  });

  test('asks before each address', async () => {
    const asked: string[] = [];
    const mayVisit = async (url: URL) => asked.push(url.host) < 2;
    expect(await reasonOf('https://acme-robotics.com/', { mayVisit })).toBe('not_allowed');
    expect(asked).toEqual(['acme-robotics.com', 'www.acme-robotics.com']);
  });

  test('sends a POST once, and follows nothing', async () => {
    const body = JSON.stringify({ hello: 'there' });
    expect(await reasonOf('https://acme-robotics.com/', { method: 'POST', body })).toBe('answered 301');
  });

  test('leaves no connection open, whatever happened above', async () => {
    // Shorter than undici keeps a connection: closed are those that we close.
    await expect.poll(() => internet.openConnections(), { timeout: 1_000 }).toBe(0);
  });
});

import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { type NameRecords, type Site, WEB } from './world.ts';

const HTML = { 'content-type': 'text/html' };

const redirect =
  (to: string): Site =>
  (_request, response) =>
    response.writeHead(302, { location: to }).end();

/** Robots are welcome, so that the fault is met at the page. */
const atPage =
  (page: (response: ServerResponse, url: string) => void): Site =>
  ({ url = '/' }, response) =>
    url === '/robots.txt' ? response.writeHead(404).end() : page(response, url);

/** A drop each 20 ms, for as long as somebody listens. */
const drip = (response: ServerResponse): void => {
  response.writeHead(200, HTML);
  const timer = setInterval(() => response.write('.'), 20);
  response.on('close', () => clearInterval(timer));
};

const huge = (response: ServerResponse): void => {
  response.writeHead(200, HTML);
  const block = Buffer.alloc(64 * 1024, ' ');
  const more = (): void => {
    while (!response.destroyed && response.write(block));
    if (!response.destroyed) response.once('drain', more);
  };
  more();
};

const bomb = (response: ServerResponse): void => {
  response.writeHead(200, { ...HTML, 'content-encoding': 'gzip' });
  response.end(gzipSync(Buffer.alloc(20_000_000)));
};

/** To a host that sends us back. */
const BACK = 'https://fault-sends-back.com/there';

const robotsAway = ((request, response) =>
  request.url === '/robots.txt'
    ? response.writeHead(302, { location: 'https://thorne-and-vale-law.com/robots.txt' }).end()
    : response.writeHead(200, HTML).end('<title>Away</title>')) satisfies Site;

/** Hosts of which each has one fault. */
export const FAULT_SITES: Readonly<Record<string, Site>> = {
  'fault-silent.com': () => {},
  'fault-403.com': atPage((response) => response.writeHead(403, HTML).end('no')),
  'fault-500.com': atPage((response) => response.writeHead(500, HTML).end('broken')),
  'fault-robots-500.com': (_request, response) => response.writeHead(500, HTML).end('broken'),
  // Two sites whose robots.txt leads to a third company's.
  'fault-robots-away-1.com': robotsAway,
  'fault-robots-away-2.com': robotsAway,
  'fault-huge.com': atPage(huge),
  'fault-bomb.com': atPage(bomb),
  'fault-slow.com': atPage(drip),
  'fault-type.com': atPage((response) => response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF')),
  'fault-encoding.com': atPage((response) =>
    response.writeHead(200, { ...HTML, 'content-encoding': 'gzip' }).end('this is not gzip'),
  ),
  'fault-loop.com': atPage((response, url) =>
    response.writeHead(302, { location: url === '/' ? '/again' : '/' }).end(),
  ),
  'fault-many.com': atPage((response, url) => response.writeHead(302, { location: `${url}x` }).end()),
  'fault-cut.com': atPage((response) => response.socket?.destroy()),
  'fault-garbage.com': atPage((response) => response.socket?.end('this is not HTTP\r\n\r\n')),
  'fault-tls.com': redirect('/'),
  'fault-private.com': atPage((response) =>
    response.writeHead(302, { location: 'https://inside.fault-private.com/' }).end(),
  ),
  'fault-literal.com': atPage((response) => response.writeHead(302, { location: 'https://0x7f.1/' }).end()),
  'fault-own-name.com': atPage((response) => response.writeHead(302, { location: 'https://printer.local/' }).end()),
  'fault-bare-address.com': atPage((response) => response.writeHead(302, { location: 'https://11.22.33.44/' }).end()),
  'fault-there-and-back.com': atPage((response, url) => {
    const [status, location] = url === '/back' ? [200, undefined] : [302, url === '/' ? '/same' : BACK];
    response.writeHead(status, location === undefined ? HTML : { location }).end();
  }),
  'fault-sends-back.com': atPage((response) =>
    response.writeHead(302, { location: 'https://fault-there-and-back.com/back' }).end(),
  ),
  'fault-port.com': atPage((response) => response.writeHead(302, { location: 'https://fault-port.com:8443/' }).end()),
  'fault-downgrade.com': atPage((response) =>
    response.writeHead(302, { location: 'http://fault-downgrade.com/' }).end(),
  ),
  'fault-rebind.com': atPage((response) => response.writeHead(200, HTML).end('<title>inside</title>')),
};

export const FAULT_RECORDS: Readonly<Record<string, NameRecords>> = {
  ...Object.fromEntries(Object.keys(FAULT_SITES).map((host) => [host, WEB])),
  'fault-servfail.com': { fault: 'servfail' },
  'fault-dns-silent.com': { fault: 'silent' },
  'fault-dns-refused.com': { fault: 'refused' },
  'fault-rebind.com': { ...WEB, fault: 'rebind' },
  'inside.fault-private.com': { A: ['10.0.0.7'] },
  'fault-mixed.com': { A: ['11.22.33.44', '192.168.1.1'] },
  'fault-mapped.com': { AAAA: ['::ffff:127.0.0.1'] },
  // The registry has each of these; the name does not matter else.
  ...Object.fromEntries(
    ['500', '429', '404', 'type', 'broken', 'slow', 'empty'].map((kind) => [`fault-rdap-${kind}.com`, WEB]),
  ),
};

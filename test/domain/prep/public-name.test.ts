import { expect, it } from 'vitest';
import { isPublicName } from '../../../domain/prep/public-name.ts';

it.each([
  'acme.com',
  'www.acme.co.uk',
  'gov.uk',
  'acme.io',
  'acme.com.',
  'ACME.de',
  'notexample.com',
  'latest.com',
  'acme.xn--p1ai',
])('%s may be asked for', (host) => expect(isPublicName(host)).toBe(true));

it.each([
  ...['', '.', 'a..com', 'localhost', 'intranet', 'com'],
  ...[
    'acme.local',
    'acme.LOCAL',
    'acme.local.',
    'a.localhost',
    'acme.internal',
    'acme.onion',
    'acme.test',
    'acme.invalid',
  ],
  ...[
    'acme.example',
    'example.com',
    'www.example.org',
    'acme.alt',
    'router.home.arpa',
    'ipv4only.arpa',
    'acme.corp',
    'nas.lan',
  ],
  ...['1.0.0.127.in-addr.arpa', '8.e.f.ip6.arpa', 'arpa'],
  ...[
    '127.0.0.1',
    '11.22.33.44',
    '[::1]',
    '::1',
    '[::ffff:7f00:1]',
    '[2606:4700::1]',
    '2130706433',
    '127.0x1',
    '[192.0.2.1]',
  ],
])('%s is never asked for', (host) => expect(isPublicName(host)).toBe(false));

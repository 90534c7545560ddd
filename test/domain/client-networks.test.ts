import { describe, expect, it } from 'vitest';
import { clientNetwork, isPublicNetwork, narrowNetworksBeside, networksAround } from '../../domain/client-networks.ts';

const namesOf = (ip: string) => networksAround(clientNetwork(ip)).map(({ name, width }) => `${width} ${name}`);

describe('the networks that a client is counted in', () => {
  it.each([
    ['192.0.2.7', ['narrow 192.0.2.7', 'widest 192.0.2.0/24']],
    ['::ffff:192.0.2.7', ['narrow 192.0.2.7', 'widest 192.0.2.0/24']],
    ['2001:db8:1:abcd::5', ['narrow 2001:db8:1:abcd::/64', 'wide 2001:db8:1:ab00::/56', 'widest 2001:db8:1::/48']],
    ['2001:db8::5', ['narrow 2001:db8:0:0::/64', 'wide 2001:db8:0:0::/56', 'widest 2001:db8:0::/48']],
    ['', ['narrow ']],
    ['no address', ['narrow no address']],
  ])('of %s', (ip, networks) => {
    expect(namesOf(ip)).toEqual(networks);
  });

  it('are the same /48 for all of its 65,536 networks', () => {
    const widest = (last: string) => networksAround(clientNetwork(`2001:db8:7:${last}::1`)).at(-1)?.name;
    expect(new Set(['0', '1', 'ff', '100', 'ffff'].map(widest))).toEqual(new Set(['2001:db8:7::/48']));
  });
});

it('looks up the narrow networks of a /56 or a /24, the own one included', () => {
  const beside = narrowNetworksBeside('2001:db8:1:abcd::/64');
  expect([beside.length, new Set(beside).size, beside[0], beside[255]]).toEqual([
    256,
    256,
    '2001:db8:1:ab00::/64',
    '2001:db8:1:abff::/64',
  ]);
  expect(beside).toContain('2001:db8:1:abcd::/64');
  expect(narrowNetworksBeside('2001:db8:1:2::/64')).toContain('2001:db8:1:2::/64');
  expect(narrowNetworksBeside('203.0.113.9')).toContain('203.0.113.255');
  expect(narrowNetworksBeside('network of a test')).toEqual(['network of a test']);
});

it.each([
  ['99.1.2.3:4000', '99.1.2.3'],
  ['[2001:db8:1:2::9]:443', '2001:db8:1:2::/64'],
  ['::ffff:6301:203', '99.1.2.3'],
  ['::ffff:99.1.2.3', '99.1.2.3'],
  ['0::ffff:6301:203', '99.1.2.3'],
  ['FE80::1%eth0', 'fe80:0:0:0::/64'],
  ['01.2.3.4', '01.2.3.4'],
  ['1', '1'],
])('reads %s as %s', (text, network) => {
  expect(clientNetwork(text)).toBe(network);
});

it('knows which addresses stand for everybody behind a proxy', () => {
  const isPublic = (ip: string) => isPublicNetwork(clientNetwork(ip));
  for (const own of [
    '10.1.2.3',
    '100.64.0.9',
    '100.127.1.1',
    '172.31.0.1',
    '0.0.0.0',
    '127.0.0.1',
    '::1',
    '169.254.1.1',
    '192.168.3.4',
    'fe80::1',
    'fe90::1',
    'febf::1',
    'fd12::1',
  ])
    expect([own, isPublic(own)]).toEqual([own, false]);
  for (const other of ['100.63.0.1', '100.128.0.1', '172.32.0.1', '8.8.8.8', '2001:db8::1', 'fec0::1'])
    expect([other, isPublic(other)]).toEqual([other, true]);
});

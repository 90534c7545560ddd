import { describe, expect, it } from 'vitest';
import { mayRead } from '../../../activities/prep/weigh-robots.ts';

const asked = (lines: string | readonly string[], path = '/'): boolean =>
  mayRead('https://acme.com/robots.txt', [lines].flat().join('\n'), `https://acme.com${path}`);

/** CPU of this process, in milliseconds. */
function costOf(call: () => unknown): number {
  const before = process.cpuUsage();
  call();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

describe('robots.txt', () => {
  it.each<[string, readonly string[], string, boolean]>([
    ['forbids all', ['User-agent: *', 'Disallow: /'], '/', false],
    ['forbids us by name', ['User-agent: HoldfastBot/1.0 # us', 'Disallow: / # all'], '/', false],
    ['forbids others', ['User-agent: Other', 'Disallow: /'], '/', true],
    ['names us among others', ['user-agent: other', '', 'USER-AGENT: holdfastbot', 'Disallow: /'], '/', false],
    [
      'has more for us than for all',
      ['User-agent: *', 'Disallow: /', 'User-agent: HoldfastBot', 'Disallow:'],
      '/',
      true,
    ],
    [
      'has a group of all without rules',
      ['User-agent: *', 'Sitemap: /x', 'User-agent: HoldfastBot', 'Disallow: /b'],
      '/b',
      false,
    ],
    [
      'ends a group at the next one',
      ['User-agent: *', 'Disallow: /a', 'User-agent: Other', 'Disallow: /b'],
      '/b',
      true,
    ],
    ['keeps groups of others apart', ['User-agent: Other', 'Sitemap: /x', 'Disallow: /'], '/', true],
    ['lets the longest rule decide', ['User-agent: *', 'Disallow: /', 'Allow: /$'], '/', true],
    ['has wildcards', ['User-agent: *', 'Disallow: /*/private$'], '/a/private', false],
    ['looks at the query', ['User-agent: *', 'Disallow: /*?session='], '/?session=1', false],
  ])('%s', (_, lines, path, may) => expect(asked(lines, path)).toBe(may));

  it('that cannot be weighed in little time keeps us away', () => {
    const costly = ['User-agent: *', ...Array.from({ length: 120 }, () => `Disallow: /${'*a'.repeat(2_000)}b`)];
    expect(costOf(() => expect(asked(costly, `/${'a'.repeat(1_900)}`)).toBe(false))).toBeLessThan(500);
    expect(costOf(() => expect(asked(costly, '/')).toBe(true))).toBeLessThan(500);
    expect(asked('', `/${'a'.repeat(3_000)}`)).toBe(false);
  });

  it.each([
    [
      'twenty thousand agents and as many rules',
      `${'User-agent: a\n'.repeat(20_000)}${'Disallow: /\n'.repeat(20_000)}`,
    ],
    ['all agents twenty thousand times', `${'User-agent: *\n'.repeat(20_000)}${'Disallow: /x\n'.repeat(20_000)}`],
    ['a line without end', `User-agent: *\nDisallow: /${'x'.repeat(500_000)}`],
    ['half a megabyte of stars', `User-agent: *\nDisallow: /${'*'.repeat(500_000)}b`],
    ['colons', ':'.repeat(500_000)],
    ['spaces', `User-agent${' '.repeat(500_000)}`],
  ])('with %s costs little', (_, file) => {
    expect(costOf(() => asked(file, `/${'a'.repeat(30)}`))).toBeLessThan(600);
  });
});

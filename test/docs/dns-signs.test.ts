import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import {
  MAIL_HOSTS,
  NAME_SERVERS,
  SPF_INCLUDES,
  VERIFICATION_RECORDS,
  WEB_ALIASES,
} from '../../domain/prep/dns-signs.ts';

it('names a source for each sign of the DNS, and has no row for another', async () => {
  const text = await readFile(new URL('../../docs/dns-signs.md', import.meta.url), 'utf8');
  const rows = [...text.matchAll(/^\| (\w+) \| `([^`]+)` \| ([^|]+) \| \S[^|]* \|$/gm)].map((row) => row.slice(1, 4));
  const kinds = { MX: MAIL_HOSTS, NS: NAME_SERVERS, CNAME: WEB_ALIASES, SPF: SPF_INCLUDES, TXT: VERIFICATION_RECORDS };
  expect(rows).toEqual(Object.entries(kinds).flatMap(([kind, signs]) => signs.map((sign) => [kind, ...sign])));
});

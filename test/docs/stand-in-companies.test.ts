import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readMailDomainLists } from '../../domain/mail/mail-domain-lists.ts';
import { classifyEmail } from '../../domain/prep/classify-email.ts';
import { lookUpStatus } from '../../domain/prep/look-up-gaps.ts';
import { COMPANIES } from '../../stand-ins/internet/companies/all.ts';
import { startLookUps } from '../support/stack/prep-stack.ts';

let lookUps: Awaited<ReturnType<typeof startLookUps>>;
let rows: { readonly email: string; readonly status: string }[];
beforeAll(async () => {
  lookUps = await startLookUps();
  const text = await readFile(new URL('../../docs/local-stack.md', import.meta.url), 'utf8');
  rows = [...text.matchAll(/^\| `(\S+@\S+)` \| `(\w+)` \| \S/gm)].map(([, email = '', status = '']) => ({
    email,
    status,
  }));
});
afterAll(async () => {
  lookUps.release();
  await lookUps.internet.close();
});

const domainOf = (email: string): string => email.split('@')[1] ?? '';

it('names an address of each company of the stand-in internet', () => {
  const named = rows.map(({ email }) => domainOf(email));
  expect(named).toEqual(expect.arrayContaining(COMPANIES.map(({ domain }) => domain)));
  expect(new Set(named).size).toBe(rows.length);
});

it('says what comes of the look-up of each', async () => {
  const lists = await readMailDomainLists();
  const found = await Promise.all(
    rows.map(async ({ email }) => {
      const { emailClass, companyDomain } = classifyEmail(email, lists);
      const skipped = emailClass === 'non_public' ? 'skipped_non_public_domain' : 'skipped_personal_email';
      return {
        email,
        status: companyDomain === null ? skipped : lookUpStatus(await lookUps.lookUpDomain(companyDomain)),
      };
    }),
  );
  expect(found).toEqual(rows);
});

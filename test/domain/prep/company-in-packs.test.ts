import { describe, expect, it } from 'vitest';
import { enrichmentParts } from '../../../domain/prep/enrichment-parts.ts';
import { makePack } from '../../../domain/prep/make-pack.ts';
import type { PackInput } from '../../../domain/prep/pack-input.ts';
import type { EmailClass } from '../../../schemas/shapes/prep.ts';
import { company } from './made-up-company.ts';
import { inputOf, packInput } from './pack-inputs.ts';

/** A pack about a company of which these sources say something. */
const packOf = (sources: Parameters<typeof company>[1]) =>
  makePack(packInput({ lookUp: { status: 'succeeded', facts: company('acme.com', sources), isStale: false } }));
type Site = Exclude<Parameters<typeof company>[1]['site'], string | undefined>;
/** What it says by the word of the site. */
const siteClaims = (site: Site): string[] =>
  packOf({ site })
    .provenance.filter(
      ({ tag, sourceUrl }) => tag === 'source' && sourceUrl?.startsWith('https://') && !sourceUrl.includes('rdap'),
    )
    .map(({ claim }) => claim);

const answer = (label: string, display = 'about 400') => ({ key: 'a', label, display });

describe('the first lines', () => {
  const lineOf = (input: PackInput, name: string) =>
    makePack(input)
      .markdown.split('\n')
      .find((line) => line.startsWith(`**${name}:**`))
      ?.trimEnd();
  const ofCompany = (sources: Parameters<typeof company>[1]) =>
    lineOf(
      packInput({
        companyDomain: 'acme.com',
        lookUp: { status: 'succeeded', facts: company('acme.com', sources), isStale: false },
      }),
      'Company',
    );

  it('name who comes; their time stands below the host’s', () => {
    const guest = { ...packInput().guest, name: null };
    expect(lineOf(packInput(), 'Who')).toBe('**Who:** `Maya Okafor`, `maya@quotehive.com` *(guest)*');
    expect(makePack(packInput()).markdown).toContain(
      '15:00 – 15:30 (Europe/Berlin)  \n**Their time:** 07:00 – 07:30 (America/Denver), early for them *(guest)*  \n',
    );
    const here = { ...guest, timezone: 'Europe/Berlin' };
    expect(lineOf(packInput({ guest: here }), 'Who')).toBe('**Who:** `maya@quotehive.com` *(guest)*');
    expect(lineOf(packInput({ guest: here, answers: [answer('Your role', 'Owner')] }), 'Who')).toBe(
      '**Who:** `Owner`, `maya@quotehive.com` *(guest)*',
    );
  });

  it.each<[string, Parameters<typeof company>[1], string]>([
    [
      'says what it does',
      {
        site: {
          organization: {
            name: 'Acme, Inc.',
            description: 'Robots that pack.',
            locality: 'Austin',
            employees: '51-200',
            foundingYear: 2014,
          },
        },
      },
      '`Acme, Inc.` (`acme.com`): `Robots that pack.`; in `Austin`; 51-200 people; since 2014 *(web site)*',
    ],
    [
      'names itself in that',
      { site: { siteName: 'Acme', description: 'Acme makes robots.' } },
      '`acme.com`: `Acme makes robots.` *(web site)*',
    ],
    [
      'has its name alone',
      { site: { siteName: 'Acme', title: 'ACME' } },
      '`Acme` (`acme.com`): the title and description of its home page do not say what it does, and no more of the site was read *(web site)*',
    ],
    [
      'is silent',
      { site: 'timeout', dns: { mailProvider: 'Proofpoint' } },
      '`acme.com`, whose web site did not answer',
    ],
    ['cannot be reached', { site: 'unreachable' }, '`acme.com`, whose web site did not answer'],
    ['refuses', { site: 'refused' }, '`acme.com`, whose web site could not be read'],
    ['has no site', { site: 'not_found' }, '`acme.com`, which has no web site *(DNS)*'],
    ['has no page', { site: 'no_page' }, '`acme.com`, which has no page at its address *(web site)*'],
    [
      'is of one person, in a country of two letters',
      { site: { organization: { description: 'Bread.', employees: '1', country: 'DE' } } },
      '`acme.com`: `Bread.`; in `Germany`; 1 person *(web site)*',
    ],
    [
      'is elsewhere',
      { site: { finalUrl: 'https://other.com/' } },
      '`acme.com`, which leads to `other.com` *(web site)*',
    ],
    [
      'is for sale',
      { site: { title: 'acme.com is for sale' } },
      '`acme.com`, whose web site looks parked: for sale or unused *(estimate)*',
    ],
  ])('a company that %s', (_, sources, words) => {
    expect(ofCompany(sources)).toBe(`**Company:** ${words}`);
  });

  it('a company that nobody looked up, and an address that names none', () => {
    expect(lineOf(packInput(), 'Company')).toBe('**Company:** `quotehive.com`, not looked up');
    const lookUp = { status: 'skipped_personal_email', facts: null, isStale: false } as const;
    const personal = makePack(packInput({ emailClass: 'free', companyDomain: null, lookUp }));
    expect(personal.markdown).toContain('**Company:** Not known: their address names none');
    // One voice: the text, the field and the record say the same, once.
    const words = 'Their address is of a personal mail provider, so it names no company. Ask where they work.';
    expect(personal.missing).toEqual({ title: 'No company is known', points: [words] });
    expect(personal.markdown.match(/personal/g)).toHaveLength(1);
  });
});

const CLASSES: Readonly<Record<string, EmailClass>> = {
  skipped_personal_email: 'free',
  skipped_non_public_domain: 'non_public',
};

describe('a pack that lacks something', () => {
  it.each([
    ['skipped_no_credits', 'The credits of this workspace are used up'],
    ['skipped_personal_email', 'it names no company. Ask where they work.'],
    ['skipped_non_public_domain', 'nobody can be asked about it. Ask where they work.'],
    ['skipped_off', 'Look-ups are off for this meeting'],
    ['failed', 'The look-up of the company failed'],
  ] as const)('%s: degraded, and says so', (status, words) => {
    const emailClass = CLASSES[status] ?? 'business';
    const pack = makePack(packInput({ emailClass, lookUp: { status, facts: null, isStale: false } }));
    expect(pack.status).toBe('degraded');
    expect(pack.markdown).toContain(words);
    expect(pack.company.oneLiner).toBe('');
  });

  it('tells a workspace that never had credits from one that used them up', () => {
    const pack = makePack(packInput({ lookUp: { ...packInput().lookUp, credits: 'never' } }));
    expect(pack.missing?.points).toEqual([expect.stringContaining('has had no credits yet')]);
  });

  it('says which source failed and what is missing', () => {
    const { markdown, status } = makePack(inputOf('refused', 'sales'));
    expect(status).toBe('degraded');
    expect(markdown).toContain(
      '> - The web site was not read: it refuses programs. Missing: what the company says of itself.',
    );
  });

  it('is complete when a source has a definite no', () => {
    expect(makePack(inputOf('mail-only', 'general'))).toMatchObject({ status: 'succeeded' });
    // The DNS says so: no site was read, so none is named.
    expect(makePack(inputOf('mail-only', 'general')).markdown).toContain(', which has no web site *(DNS)*');
    expect(makePack(inputOf('mail-only', 'general')).markdown).not.toContain('web site:**');
    const noPage = packOf({ site: 'no_page' });
    expect(noPage.status).toBe('succeeded');
    expect(noPage.markdown).toContain(', which has no page at its address *(web site)*');
    // What a registry does not know helps nobody: it is in the record alone.
    const { status, markdown } = makePack(inputOf('mittelstand', 'general'));
    expect([status, markdown]).toEqual(['succeeded', expect.not.stringContaining('Domain registered')]);
    expect(enrichmentParts(inputOf('mittelstand', 'general')).brief?.missing.join()).toContain('IANA lists no RDAP');
  });

  const organization = {
    ...{ name: 'Instagram', legalName: 'Instagram LLC', description: 'Create an account or log in to Instagram' },
    ...{ foundingYear: 2010, employees: '450', country: 'US', locality: 'Menlo Park', industry: 'Photos' },
  };
  const profiles = ['https://www.facebook.com/instagram'];

  it('takes no fact of a parked page for one of the company', () => {
    expect(packOf({ site: { title: 'acme.com is for sale', language: 'de', organization, profiles } })).toMatchObject({
      company: { oneLiner: '' },
      provenance: expect.arrayContaining([
        expect.objectContaining({ claim: expect.stringMatching(/^Site: Looks parked/), tag: 'estimate' }),
      ]),
    });
    expect(siteClaims({ title: 'acme.com is for sale', language: 'de', organization, profiles })).toEqual([]);
    expect(siteClaims({ title: 'We sell bread', organization, profiles }).length).toBeGreaterThan(5);
    const parked = makePack(inputOf('parked', 'sales'));
    expect(parked.provenance.find(({ claim }) => claim.startsWith('Site: Looks parked'))?.tag).toBe('estimate');
    expect(JSON.stringify(parked.questions)).not.toContain('Sedo');
  });

  it('takes no fact of another company’s page for one of the company', () => {
    const site = { finalUrl: 'https://www.instagram.com/', title: 'Instagram', language: 'de', organization, profiles };
    expect(siteClaims(site)).toEqual(['Leads to: “instagram.com”']);
    const pack = packOf({ site });
    expect(pack.company).not.toHaveProperty('sizeSignal');
    expect(JSON.stringify(pack.questions)).toContain('leads to another site');
    expect(JSON.stringify(pack.questions)).not.toContain('another company');
  });
});

describe('facts of a company', () => {
  const claimsWith = (organization: NonNullable<Site['organization']>) => siteClaims({ organization });

  it.each([
    ['50+ employees', '50+'],
    ['51-200', '51-200'],
    ['1.200 Mitarbeiter', '1.200'],
    ['180', '180'],
  ])('%s: %s people', (employees, people) => {
    expect(packOf({ site: { organization: { employees } } }).company.sizeSignal).toBe(
      `${people} people, as its site says`,
    );
  });

  it.each(['many', 'a family of bakers', '12 offices', ''])('“%s” says no number of people', (employees) => {
    expect(packOf({ site: { organization: { employees } } }).company).not.toHaveProperty('sizeSignal');
  });

  it('were founded when a company can be', () => {
    expect(claimsWith({ foundingYear: 1871 })).toEqual(['Founded: 1871']);
    for (const foundingYear of [9999, 2027, 0, 12])
      expect(claimsWith({ foundingYear })).toEqual([
        'Web site: It answers: the title and description of its home page do not say what it does, and no more of the site was read',
      ]);
  });

  it('name the country', () => {
    expect(claimsWith({ locality: 'Denver', country: 'US' })).toEqual(['Where: “Denver, United States”']);
    expect(claimsWith({ country: 'Deutschland' })).toEqual(['Where: “Deutschland”']);
  });

  it('show what the DNS says of mail, in our words', () => {
    const { markdown } = packOf({ dns: { hasSpf: true, dmarcPolicy: 'reject', mailProvider: 'Google Workspace' } });
    expect(markdown).toContain('**Mail records:** SPF, DMARC with policy reject *(DNS)*');
    expect(markdown).toContain('**Mail by:** Google Workspace *(DNS)*');
    expect(markdown).toContain('- **DNS:** the records of `acme.com`');
    expect(packOf({}).markdown).toContain('**Mail records:** no SPF, no DMARC *(DNS)*');
    expect(packOf({ dns: 'timeout' }).markdown).not.toContain('Mail records');
  });

  it('say the age of a domain only while it is young', () => {
    expect(packOf({ rdap: { registeredOn: '2026-10-25' } }).markdown).toContain(
      '25 October 2026, 31 days before this meeting',
    );
    expect(packOf({ rdap: { registeredOn: '2004-01-12' } }).markdown).toContain(
      '**Domain registered:** 12 January 2004 *(',
    );
  });
});

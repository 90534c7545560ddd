import { describe, expect, it } from 'vitest';
import { topicOf } from '../../../domain/prep/answer-topics.ts';
import { enrichmentParts } from '../../../domain/prep/enrichment-parts.ts';
import { inShort } from '../../../domain/prep/in-short.ts';
import { lookUpStatus } from '../../../domain/prep/look-up-gaps.ts';
import { makePack } from '../../../domain/prep/make-pack.ts';
import type { PackInput } from '../../../domain/prep/pack-input.ts';
import { packParts } from '../../../domain/prep/pack-parts.ts';
import { toMarkdown, toPlain } from '../../../domain/prep/pack-words.ts';
import { TEMPLATES } from '../../../domain/prep/templates/by-name.ts';
import { EnrichmentRecord, HostPrepPack, PrepTemplate } from '../../../schemas/shapes/prep.ts';
import { PrepTemplateData } from '../../../schemas/shapes/prep-template.ts';
import { company } from './made-up-company.ts';
import { inputOf, packInput } from './pack-inputs.ts';
import { COMPANIES } from './recorded-companies.ts';

const CASES = Object.keys(COMPANIES).flatMap((name) => PrepTemplate.options.map((template) => ({ name, template })));
const AT = '2026-11-24T10:00:00.000Z';

describe.each(CASES)('$name, $template', ({ name, template }) => {
  const input = inputOf(name, template);
  const pack = makePack(input);

  it('reads as kept', async () => {
    await expect(pack.markdown).toMatchFileSnapshot(`../../fixtures/prep/${name}-${template}.md`);
  });

  it('is of the published shape, twice the same, and says the source of each claim', () => {
    expect(HostPrepPack.parse({ ...pack, generatedAt: AT })).toEqual({ ...pack, generatedAt: AT });
    expect(JSON.stringify(makePack(structuredClone(input)))).toBe(JSON.stringify(pack));
    for (const { tag, sourceUrl } of pack.provenance) expect(sourceUrl !== undefined).toBe(tag === 'source');
  });

  it('tells each claim once, and each with whose word it is', () => {
    const parts = packParts(input);
    const told = inShort(input, parts).flatMap((line) => line.told);
    expect(new Set(told).size).toBe(told.length);
    const lines = pack.markdown.split('\n').filter((line) => /^ *- \*\*.*\*\(.+\)\*$/.test(line));
    const theirTime = pack.markdown.match(/^\*\*Their time:/gm)?.length ?? 0;
    expect(pack.provenance).toHaveLength(lines.length + told.length + theirTime);
    const places = pack.inShort?.flatMap(({ claims }) => claims) ?? [];
    expect(places.map((n) => pack.provenance[n - 1]?.claim)).toEqual(
      told.map(({ label, words }) => toPlain([...label, ': ', ...words])),
    );
    // What the guest wrote, and what the site says of itself, stands nowhere else.
    for (const { words } of [...parts.answerClaims, ...parts.guestClaims, ...parts.companyClaims]) {
      const text = toMarkdown(words);
      if (text.length > 12 && text.startsWith('`')) expect(pack.markdown.split(text)).toHaveLength(2);
    }
    for (const line of pack.markdown.split('\n').filter((text) => /^\*\*(?:Why they come|Who|Before):/.test(text)))
      expect(line).toMatch(/\*\((?:guest|host)[^)]*\)\*(?: {2})?$/);
  });

  it('has five to eight different short questions', () => {
    const texts = pack.questions.map(({ text }) => text);
    expect(texts.length).toBeGreaterThanOrEqual(5);
    expect(texts.length).toBeLessThanOrEqual(8);
    expect(new Set(texts.map((text) => text.toLowerCase())).size).toBe(texts.length);
    expect(pack.questions.map(({ n }) => n)).toEqual(texts.map((_, index) => index + 1));
    for (const text of texts) expect(text).not.toMatch(/[{}]|^.{171}/);
  });

  it('is an enrichment record whose score adds up', () => {
    const parts = enrichmentParts(input);
    const { status } = input.lookUp;
    const times = { createdAt: AT, updatedAt: AT };
    const row = {
      bookingId: input.bookingId,
      status,
      emailClass: 'business',
      domain: null,
      creditsCharged: 1,
      error: null,
      ...times,
      ...parts,
    };
    expect(EnrichmentRecord.parse(row)).toEqual(row);
    const score = parts.score ?? { total: -1, parts: [] };
    expect(score.parts.reduce((sum, { points }) => sum + points, 0)).toBe(score.total);
    expect(score.parts.reduce((sum, { most }) => sum + most, 0)).toBe(100);
  });
});

it.each(PrepTemplate.options)('the template %s has the documented shape', (name) => {
  const template = PrepTemplateData.parse(TEMPLATES[name]);
  expect(new Set(template.questions.map(({ intent }) => intent)).size).toBe(9);
  expect(template.questions.map(({ rank }) => rank).sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

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

const intentsOf = (input: PackInput) => makePack(input).questions.map(({ intent }) => intent);
const answer = (label: string, display = 'about 400') => ({ key: 'a', label, display });

describe('questions', () => {
  it('take up an answer about volume in words that one can say, none of the guest’s, and name the answer', () => {
    const pack = makePack(
      packInput({ template: 'sales', answers: [answer('How many quotes a month?', 'four hundred zebras')] }),
    );
    const question = pack.questions.find(({ intent }) => intent === 'success_number');
    expect(question?.text).toMatch(/^You wrote about your numbers\. What would they have to be/);
    expect(pack.inTheirWords?.[(question?.answer ?? 0) - 1]?.words).toBe('four hundred zebras');
    expect(pack.markdown).toContain(
      `${question?.text}\n   - **How many quotes a month?** \`four hundred zebras\` *(guest)*\n`,
    );
    expect(pack.markdown.match(/zebras/g)).toHaveLength(1);
    expect(JSON.stringify(pack.questions)).not.toContain('zebras');
  });

  it('have no context without a fact', () => {
    expect(intentsOf(packInput())).not.toContain('contextual_question');
    expect(intentsOf(inputOf('bakery', 'general'))).not.toContain('contextual_question');
    expect(makePack(inputOf('bakery', 'general')).modelMeta.questionsSource).toBe('starter');
  });

  it('say whether they come of research, and of an old one', () => {
    const input = inputOf('saas', 'sales');
    expect(intentsOf(input)).toContain('contextual_question');
    expect(makePack(input).modelMeta.questionsSource).toBe('research');
    const stale = { ...input, lookUp: { ...input.lookUp, status: 'failed', isStale: true } as const };
    expect(makePack(stale)).toMatchObject({ status: 'degraded', modelMeta: { questionsSource: 'stale_research' } });
  });

  it('begin with the host’s own, once each, and never exceed eight', () => {
    const texts = ['Why now?', 'why now', ...Array.from({ length: 9 }, (_, n) => `Own question ${n}?`)];
    const questions = texts.map((text) => ({ text, intent: null }));
    const pack = makePack(packInput({ texts: { ...packInput().texts, questions } }));
    expect(pack.questions[0]?.text).toBe('Why now?');
    expect(pack.questions.filter(({ text }) => /why now/i.test(text))).toHaveLength(1);
    expect(pack.questions.length).toBeLessThanOrEqual(8);
  });

  it('stay five or more when every topic was answered', () => {
    const labels = [
      'Budget',
      'Timeline',
      'How many?',
      'Users',
      'Tools',
      'Data',
      'Goals',
      'Problem',
      'Process',
      'Who decides?',
    ];
    for (const template of PrepTemplate.options) {
      expect(
        intentsOf(packInput({ template, answers: labels.map((label) => answer(label)) })).length,
      ).toBeGreaterThanOrEqual(5);
    }
  });
});

describe('why they come', () => {
  const answers = [
    { key: 'role', label: 'Your role', display: 'Head of Operations' },
    { key: 'phone', label: 'Phone', display: '+4915112345678' },
    { key: 'tools', label: 'Which tools do you use?', display: 'Excel' },
    { key: 'budget', label: 'What is your budget?', display: '20,000' },
    { key: 'more', label: 'Anything else?', display: 'I am in a wheelchair.' },
    { key: 'why', label: 'Why now?', display: 'Our auditor gave us until March.' },
  ];

  it('is their first answer, wherever the form asks for it; the others follow by worth', () => {
    const { inTheirWords } = makePack(packInput({ answers }));
    expect(inTheirWords?.map(({ label, isReason }) => [label, isReason])).toEqual([
      ['Why now?', true],
      ...['What is your budget?', 'Anything else?', 'Which tools do you use?', 'Your role', 'Phone'].map((label) => [
        label,
        false,
      ]),
    ]);
  });

  it.each(PrepTemplate.options)('%s: is asked about first, and nothing asks for it again', (template) => {
    const { questions } = makePack(packInput({ template, answers }));
    expect(questions[0]).toMatchObject({ n: 1, intent: 'contextual_question', answer: 1 });
    const texts = questions.map(({ text }) => text).join(' ');
    expect(texts).not.toMatch(/What led to this meeting|most like to take away/);
    const without = makePack(packInput({ template })).questions.map(({ text }) => text);
    expect(without.join(' ')).toMatch(template === 'general' ? /What led to this meeting/ : /\?/);
  });

  it('is no question of the form that nobody can say', () => {
    for (const template of PrepTemplate.options) {
      const labels = ['Budget', 'Timeline', 'How many?', 'Users', 'Tools', 'Goals', 'Problem', 'Process', 'Topic'];
      const { questions } = makePack(
        packInput({ template, answers: labels.map((label, n) => ({ ...answer(label), key: `${n}` })) }),
      );
      for (const { text } of questions) expect(text).not.toMatch(/[“”{}]|About your answer/);
    }
  });

  it('is their problem, if nothing asked for more; what is open comes after it', () => {
    const problem = { key: 'p', label: 'What is your biggest challenge?', display: 'Old prices' };
    const pack = makePack(packInput({ answers: [answers[4] ?? answer(''), problem] }));
    expect(pack.inTheirWords?.map(({ words, isReason }) => [words, isReason])).toEqual([
      ['Old prices', true],
      ['I am in a wheelchair.', false],
    ]);
    expect(makePack(packInput({ answers: answers.slice(4, 5) })).inTheirWords?.[0]?.isReason).toBe(true);
  });
});

describe('an answer that follows another', () => {
  const tool = { key: 'has_tool', label: 'Do you use a tool today?', display: 'Yes' };
  const which = { key: 'tool', label: 'Which one?', display: 'Paper', follows: 'has_tool' };
  const why = { key: 'why', label: 'And why that one?', display: 'It is cheap', follows: 'tool' };
  const money = { key: 'budget', label: 'What is your budget?', display: '20,000' };
  const data = { key: 'data', label: 'Which spreadsheets do you have?', display: 'Two' };
  const wordsOf = (...answers: PackInput['answers']) =>
    makePack(packInput({ answers })).inTheirWords?.map(({ words }) => words);

  it('stands directly after it, also after one that follows itself', () => {
    expect(wordsOf(tool, which, why, money)).toEqual(['20,000', 'Yes', 'Paper', 'It is cheap']);
    expect(wordsOf(tool, money, which)).toEqual(['20,000', 'Yes', 'Paper']);
  });

  it('takes it along: a yes alone says nothing, what it opens does', () => {
    const reason = { key: 'r', label: 'What brings you here?', display: 'The audit' };
    expect(wordsOf(reason, data, tool)).toEqual(['The audit', 'Two', 'Yes']);
    expect(wordsOf(reason, data, tool, which)).toEqual(['The audit', 'Yes', 'Paper', 'Two']);
  });

  it('comes first if it is why they come, with what follows it', () => {
    const reason = { key: 'r', label: 'What brings you here?', display: 'The audit', follows: 'has_tool' };
    const when = { key: 'w', label: 'When is it?', display: 'In March', follows: 'r' };
    expect(wordsOf(tool, reason, money, when)).toEqual(['The audit', 'In March', '20,000', 'Yes']);
  });

  it('stands by its worth if that one is not there, or comes later', () => {
    expect(wordsOf({ ...tool, display: 'n/a' }, which, money)).toEqual(['20,000', 'Paper']);
    expect(wordsOf(which, tool)).toEqual(['Paper', 'Yes']);
    expect(wordsOf({ ...tool, follows: 'tool' }, { ...which, follows: 'tool' })).toEqual(['Paper', 'Yes']);
  });
});

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

describe('a pack that lacks something', () => {
  it.each([
    ['skipped_no_credits', 'The credits of this workspace are used up'],
    ['skipped_personal_email', 'nobody can be asked about it. Ask where they work.'],
    ['skipped_off', 'Look-ups are off for this meeting'],
    ['failed', 'The look-up of the company failed'],
  ] as const)('%s: degraded, and says so', (status, words) => {
    const pack = makePack(packInput({ lookUp: { status, facts: null, isStale: false } }));
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

describe('an answer', () => {
  const packOfAnswer = (label: string, display: string, key = 'a') =>
    makePack(packInput({ answers: [{ key, label, display }] }));

  it.each([
    'Your role',
    'Role?',
    'Job title',
    'What is your position?',
    'What’s your current job title?',
    'Ihre Funktion',
  ])('to “%s” is the title, and stays among the answers of the record', (label) => {
    const pack = packOfAnswer(label, 'Head of Sales');
    expect(pack.guest.title).toBe('Head of Sales');
    expect(pack.inTheirWords).toEqual([{ label, words: 'Head of Sales', isReason: false }]);
    expect(pack.provenance.filter(({ claim }) => claim.includes('“Head of Sales”'))).toHaveLength(1);
    expect(pack.markdown.match(/Head of Sales/g)).toHaveLength(1);
  });

  it.each([
    ['What role does AI play in your company?', 'None so far, we want to start'],
    ['Your title (Mr/Ms)', 'Ms'],
    ['Which position do you want to fill?', 'A plumber'],
    ['How do you track the role of sales?', 'By hand'],
  ])('to “%s” is no title', (label, display) => {
    const pack = packOfAnswer(label, display);
    expect(pack.guest).not.toHaveProperty('title');
    expect(pack.provenance.map(({ claim }) => claim)).toContain(`${label}: “${display}”`);
  });

  it.each([
    ['Which systems do you spend most time in?', 'tools'],
    ['Data protection officer?', null],
    ['How much do you want to spend?', 'budget'],
    ['Which data do you have?', 'data'],
    ['What is your budget?', 'budget'],
    ['Team size', null],
    ['How large is your team? team size', null],
    ['How many people are on your team?', null],
    ['Wie groß ist Ihr Team?', null],
    ['Teamgröße', null],
    ['How many people in your team will use it?', 'users'],
    ['How many users? team', 'users'],
  ])('to “%s” is about %s', (label, topic) => expect(topicOf(label)).toBe(topic));
});

describe('what a host would be embarrassed by', () => {
  const texts = (input: PackInput) => makePack(input).questions.map(({ text }) => text);
  const known = (domain: string, sources: Parameters<typeof company>[1], answers: PackInput['answers'] = []) =>
    packInput({
      ...{ companyDomain: domain, answers },
      lookUp: { status: 'succeeded', facts: company(domain, sources), isStale: false },
    });

  it('nobody asks a university what it does, but what the guest does there', () => {
    const university = known('northmoor.ac.uk', { site: { siteName: 'Northmoor', title: 'Northmoor' } });
    expect(texts(university)).toContain('What is your own work at the university, and who relies on it?');
    expect(texts(university).join()).not.toContain('In two sentences');
    expect(texts({ ...university, answers: [answer('Your role', 'Dean')] }).join()).not.toContain('your own work');
    // A site that we could not read says nothing of who they are: the host can look.
    expect(texts(known('allianz.com', { site: 'refused' }))).toContain(
      'What is your own work at your company, and who relies on it?',
    );
    expect(texts(known('acme.com', { site: 'not_found' }))).toContain(
      'In two sentences: what do you do, and for whom?',
    );
  });

  it.each([
    ['thorne-and-vale-law.com', null, 'firm', 'clients'],
    ['acme.com', 'Kanzlei Müller & Söhne', 'firm', 'clients'],
    ['mit.edu', null, 'university', 'students'],
    ['acme.de', 'Universität Erfurt', 'university', 'students'],
    ['acme.com', 'Sunlaw Energy', 'company', 'customers'],
    ['universal-screws.com', 'Universal Screws', 'company', 'customers'],
  ])('%s, %s: their %s has %s', (domain, siteName, noun, clients) => {
    const input = { ...known(domain, { site: { siteName }, dns: { tools: [{ name: 'Slack', record: '' }] } }) };
    expect(makePack(input).markdown).toContain(`## Their ${noun}\n`);
    expect(texts({ ...input, template: 'partnership' }).join()).toContain(`your ${clients} or ours`);
  });

  it('who runs its mail is no tool again', () => {
    const tools = ['Microsoft 365', 'Adobe'].map((name) => ({ name, record: 'v=spf1' }));
    const pack = makePack(known('acme.com', { dns: { mailProvider: 'Microsoft 365', tools } }));
    expect(pack.markdown.match(/Microsoft 365/g)).toHaveLength(1);
    expect(pack.company.footprint).toBe('mail by Microsoft 365; records name Adobe');
  });

  it.each([
    ['Europe/Berlin', null],
    ['Europe/London', '14:00 – 14:30 (Europe/London)'],
    ['America/Denver', '07:00 – 07:30 (America/Denver), early for them'],
    ['Pacific/Auckland', 'Thu, 26 Nov 2026, 03:00 – 03:30 (Pacific/Auckland), at night for them'],
    ['Asia/Kolkata', '19:30 – 20:00 (Asia/Kolkata)'],
    ['Asia/Tokyo', '23:00 – 23:30 (Asia/Tokyo), late for them'],
  ])('a guest in %s: %s', (timezone, words) => {
    const { provenance } = makePack(packInput({ guest: { ...packInput().guest, timezone } }));
    const [time] = provenance.flatMap(({ claim }) => (claim.startsWith('Their time: ') ? [claim.slice(12)] : []));
    expect(time ?? null).toBe(words);
  });

  it('what the host wrote the last time, and whom else of the place they met, is there', () => {
    const history = {
      ...packInput().history,
      ...{ completed: 1, lastMetAtMs: Date.UTC(2026, 4, 3, 9), lastNotes: 'Wants *references*.' },
      colleagues: { people: 2, lastMetAtMs: Date.UTC(2026, 8, 1, 9) },
    };
    const { markdown, whyMeeting } = makePack(packInput({ history }));
    expect(markdown).toContain('- **Note of last time:** Wants \\*references\\*. *(host)*');
    expect(markdown).toContain('. You met 2 other people who write from there, last on 1 September 2026 *(host)*');
    expect(whyMeeting).not.toHaveProperty('hostNotes');
  });

  it('a reason of any kind is asked about in words that fit', () => {
    for (const display of ['An interview for my thesis', 'Coffee', 'We want to buy ten robots']) {
      const asked = texts(packInput({ answers: [answer('What brings you here?', display)] })).join(' ');
      expect(asked).toContain('What would make this time well spent for you?');
      expect(asked).not.toMatch(/solved|went wrong|problem|kept it from/);
    }
  });
});

it('a look-up without any answer failed, with one it is degraded', () => {
  expect(lookUpStatus(company('a.com', { dns: 'timeout', site: 'tls', rdap: 'not_offered' }))).toBe('failed');
  expect(lookUpStatus(company('a.com', { dns: {}, site: 'tls', rdap: 'timeout' }))).toBe('degraded');
  expect(lookUpStatus(company('a.com', { dns: 'not_found', site: 'not_found', rdap: 'not_found' }))).toBe('succeeded');
});

it('an enrichment record has no parts before the look-up has ended', () => {
  const parts = enrichmentParts(packInput({ lookUp: { status: 'running', facts: null, isStale: false } }));
  expect(Object.values(parts)).toEqual([null, null, null, null, null, null]);
});

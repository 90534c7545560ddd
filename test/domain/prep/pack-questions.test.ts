import { describe, expect, it } from 'vitest';
import { topicOf } from '../../../domain/prep/answer-topics.ts';
import { makePack } from '../../../domain/prep/make-pack.ts';
import type { PackInput } from '../../../domain/prep/pack-input.ts';
import { PrepTemplate } from '../../../schemas/shapes/prep.ts';
import { company } from './made-up-company.ts';
import { inputOf, packInput } from './pack-inputs.ts';

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

import { expect, it } from 'vitest';
import { enrichmentParts } from '../../../domain/prep/enrichment-parts.ts';
import { makePack } from '../../../domain/prep/make-pack.ts';
import type { PackInput } from '../../../domain/prep/pack-input.ts';
import { EnrichmentRecord } from '../../../schemas/shapes/enrichment-record.ts';
import { HostPrepPack } from '../../../schemas/shapes/prep-pack.ts';
import { inputOf } from './pack-inputs.ts';

const saas = inputOf('saas', 'sales');
/** A guest who said all of themselves, of a company that says all of itself, whom the host has met. */
const FULL: PackInput = {
  ...saas,
  enrichmentRecordId: '0190f0a4-7a34-7c5e-9a41-3f2c5a9d7e11',
  guest: { ...saas.guest, furtherGuests: 2, reschedules: 1, isByAgent: true },
  hostNotes: 'Met at the fair.',
  history: {
    ...{ completed: 3, noShows: 1, canceled: 2, upcoming: 1 },
    ...{ lastMetAtMs: Date.UTC(2026, 4, 3, 9), lastEventTypeName: 'Intro call' },
  },
  answers: [
    { key: 'why', label: 'Why do you want to meet?', display: 'To end the chaos of quotes.' },
    ...saas.answers,
    { key: 'linkedin', label: 'Your LinkedIn', display: 'https://www.linkedin.com/in/maya-okafor' },
  ],
};

/** The paths of all values within, lists by `[]`; empty texts, lists and nulls are left out. */
function filled(value: unknown, path = ''): string[] {
  if (value === null || value === undefined || value === '') return [];
  if (Array.isArray(value)) return [...new Set(value.flatMap((one) => filled(one, `${path}[]`)))];
  if (typeof value !== 'object') return [path];
  return Object.entries(value).flatMap(([key, inner]) => filled(inner, path === '' ? key : `${path}.${key}`));
}

it('every field of the spec’s host prep pack is filled', () => {
  const pack = { ...makePack(FULL), generatedAt: '2026-11-26T00:00:00.000Z' };
  expect(HostPrepPack.parse(pack)).toMatchObject({ status: 'succeeded', templateHint: 'sales' });
  expect(filled(pack)).toEqual(
    expect.arrayContaining([
      ...['bookingId', 'status', 'templateHint', 'generatedAt', 'markdown', 'closer', 'enrichmentRecordId'],
      ...['guest.name', 'guest.email', 'guest.title', 'guest.linkedin'],
      ...['company.domain', 'company.oneLiner', 'company.sizeSignal', 'company.footprint'],
      ...['whyMeeting.eventType', 'whyMeeting.bookingAnswers[].label', 'whyMeeting.bookingAnswers[].value'],
      ...['whyMeeting.hostNotes', 'locks.brandSpeakFrom[]', 'locks.doNotSay[]', 'locks.softQualifyOnly'],
      ...['questions[].n', 'questions[].text', 'questions[].intent'],
      ...['provenance[].claim', 'provenance[].tag', 'provenance[].sourceUrl'],
      ...['modelMeta.promptVersion', 'modelMeta.generator', 'modelMeta.questionsSource', 'sourceFingerprint'],
    ]),
  );
  const tags = [pack, makePack({ ...FULL, emailClass: 'role' })].flatMap(({ provenance }) =>
    provenance.map(({ tag }) => tag),
  );
  expect(new Set(tags)).toEqual(new Set(['guest', 'host', 'source', 'estimate']));
});

it('every object of the spec’s enrichment record is filled, each as the document says', () => {
  const parts = enrichmentParts(FULL);
  for (const [name, part] of Object.entries(parts)) {
    expect(filled(part), name).not.toEqual([]);
    const shape = EnrichmentRecord.shape[name as keyof typeof parts];
    expect(shape.safeParse(part).error, name).toBeUndefined();
  }
  expect(parts.personFacts).toEqual({
    ...{ name: 'Maya Okafor', title: 'Head of Operations', linkedin: 'https://www.linkedin.com/in/maya-okafor' },
    ...{ timezone: 'America/Denver', isByAgent: true },
  });
  expect(parts.score?.total).toBe(parts.score?.parts.reduce((sum, { points }) => sum + points, 0));
  expect(parts.score?.parts.filter(({ points }) => points === 0)).toEqual([]);
  expect(Object.keys(parts.providerBreakdown ?? {}).sort()).toEqual(['dns', 'rdap', 'site']);
});

it('the signals of the conversation are what the booking shows; a reason without a topic is in the question about it alone', () => {
  const { conversationSignals } = enrichmentParts(FULL);
  expect(conversationSignals).toEqual({
    ...{ leadDays: 3, reschedules: 1, furtherGuests: 2, meetingsHeld: 3, noShows: 1, canceled: 2, upcoming: 1 },
    answered: [
      { topic: 'volume', label: 'How many quotes a month?', value: 'about 400, most of them by hand' },
      {
        ...{ topic: 'problem', label: 'What is your biggest challenge?' },
        value: 'Prices in the ERP are old, so people ask each other by mail.',
      },
    ],
  });
  const { questions, inTheirWords } = makePack(FULL);
  expect(questions[0]).toMatchObject({ intent: 'contextual_question', answer: 1 });
  expect(inTheirWords?.[0]).toMatchObject({ words: 'To end the chaos of quotes.', isReason: true });
  const without = makePack({ ...FULL, answers: FULL.answers.slice(1) });
  expect(without.questions[0]).toMatchObject({ intent: 'where_it_breaks' });
});

it('none of it is there before the look-up has ended', () => {
  const before = enrichmentParts({ ...FULL, lookUp: { ...FULL.lookUp, status: 'running' } });
  expect(Object.values(before).filter((part) => part !== null)).toEqual([]);
});

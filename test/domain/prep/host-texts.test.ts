import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hostTexts, TEMPLATES } from '../../../domain/prep/host-texts.ts';
import { makePack } from '../../../domain/prep/make-pack.ts';
import { MOST_QUESTIONS } from '../../../domain/prep/starter-questions.ts';
import { PrepTemplate } from '../../../schemas/shapes/prep.ts';
import { PrepTexts, type WorkspacePrepTexts } from '../../../schemas/shapes/prep-texts.ts';
import { readGuide } from '../../docs/examples.ts';
import { packInput } from './pack-inputs.ts';

const packOf = (template: PrepTemplate, texts: WorkspacePrepTexts) =>
  makePack(packInput({ template, texts: hostTexts(template, texts) }));

const line = fc.stringMatching(/^[A-Za-z]{1,12}( [A-Za-z]{1,9}){0,4}[.?!]?$/);
const someTexts: fc.Arbitrary<PrepTexts> = fc.record(
  {
    purpose: line,
    brandSpeakFrom: fc.array(line, { maxLength: 20 }),
    doNotSay: fc.array(line, { maxLength: 20 }),
    softQualifyOnly: fc.boolean(),
    closer: line,
    questions: fc.uniqueArray(
      line.map((text) => ({ text: `${text} so?`, intent: 'data_sources' as const })),
      {
        maxLength: 8,
        selector: ({ text }) => text.toLowerCase().replace(/[^a-z]+/g, ' '),
      },
    ),
  },
  { requiredKeys: [] },
);

describe('the own texts of a workspace', () => {
  it('take the place of the template’s, in fields and in the text', () => {
    const own: PrepTexts = {
      purpose: 'Win them for the *autumn* round.',
      brandSpeakFrom: ['We build cranes'],
      doNotSay: [],
      softQualifyOnly: false,
      closer: 'Shake hands.',
      questions: [{ text: 'Where is your crane?', intent: 'data_sources' }, { text: 'What is the budget?' }],
    };
    const pack = packOf('sales', { sales: own });
    expect(pack).toMatchObject({
      locks: { brandSpeakFrom: ['We build cranes'], doNotSay: [], softQualifyOnly: false },
      closer: 'Shake hands.',
    });
    expect(pack.questions.slice(0, 2)).toEqual([
      { n: 1, text: 'Where is your crane?', intent: 'data_sources' },
      { n: 2, text: 'What is the budget?', intent: 'approval_owners' },
    ]);
    // The template's of these intents are not asked as well.
    expect(
      pack.questions.filter(({ intent }) => intent === 'data_sources' || intent === 'approval_owners'),
    ).toHaveLength(2);
    expect(pack.markdown).toContain('**Aim:** Win them for the \\*autumn\\* round.');
    expect(pack.markdown).not.toContain('## Do not say');
  });

  it('of another template change nothing', () => {
    expect(packOf('sales', { hiring: { closer: 'Bye.' } })).toEqual(packOf('sales', {}));
  });

  it.each(PrepTemplate.options)('that repeat what the template %s says are none', (template) => {
    const { purpose, brandSpeakFrom, doNotSay, softQualifyOnly, closer } = TEMPLATES[template];
    const repeated = PrepTexts.parse({ purpose, brandSpeakFrom, doNotSay, softQualifyOnly, closer, questions: [] });
    expect(packOf(template, { [template]: repeated })).toEqual(packOf(template, {}));
  });

  it('change the fingerprint exactly when they change the pack', () => {
    fc.assert(
      fc.property(fc.constantFrom(...PrepTemplate.options), someTexts, someTexts, (template, one, other) => {
        const [before, after] = [packOf(template, { [template]: one }), packOf(template, { [template]: other })];
        const isSame = before.markdown === after.markdown && before.closer === after.closer;
        expect(before.sourceFingerprint === after.sourceFingerprint).toBe(isSame);
      }),
      { numRuns: 300 },
    );
  });
});

describe('their shape', () => {
  it.each([
    [{ close: 'x' }, '', 'Unrecognized key'],
    [{ questions: [{ text: 'Why?', intention: 'x' }] }, 'questions.0', 'Unrecognized key'],
    [{ questions: [{ text: 'Why?', intent: 'contextual_question' }] }, 'questions.0.intent', 'process_walkthrough'],
    [
      { questions: Array.from({ length: MOST_QUESTIONS + 1 }, (_, n) => ({ text: `Why ${n}?` })) },
      'questions',
      `${MOST_QUESTIONS}`,
    ],
    [{ doNotSay: Array.from({ length: 21 }, () => 'No') }, 'doNotSay', '20'],
    [{ closer: 'x'.repeat(201) }, 'closer', '200'],
    [{ closer: '' }, 'closer', ''],
    [{ purpose: 'two\nlines' }, 'purpose', 'one line'],
    [{ brandSpeakFrom: ['turned \u202e round'] }, 'brandSpeakFrom.0', 'one line'],
  ])('refuses %j', (texts, path, words) => {
    const { error } = PrepTexts.safeParse(texts);
    expect(error?.issues[0]?.path.join('.')).toBe(path);
    expect(error?.issues[0]?.message).toContain(words);
  });
});

it.each(PrepTemplate.options)('the guide has the texts of %s as they are, in their order', (name) => {
  const section =
    readGuide('docs/prep-templates.md')
      .split(/^## /m)
      .find((part) => part.startsWith(`${name}\n`)) ?? '';
  const rows = [...section.matchAll(/^\| `(\w+)` \| (.+) \|$/gm)].map(([, field, text]) => [field, text]);
  const { purpose, brandSpeakFrom, doNotSay, softQualifyOnly, closer, questions } = TEMPLATES[name];
  expect(rows).toEqual([
    ['purpose', purpose],
    ...brandSpeakFrom.map((text) => ['brandSpeakFrom', text]),
    ...doNotSay.map((text) => ['doNotSay', text]),
    ['softQualifyOnly', String(softQualifyOnly)],
    ['closer', closer],
    ...questions.map(({ intent, text }) => [intent, text]),
  ]);
});

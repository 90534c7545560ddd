import { lexer, type Token } from 'marked';
import { describe, expect, it } from 'vitest';
import { makePack } from '../../../domain/prep/make-pack.ts';
import type { PackInput } from '../../../domain/prep/pack-input.ts';
import type { SiteFacts } from '../../../domain/prep/source.ts';
import { HOSTILE_TEXTS } from './hostile-texts.ts';
import { company } from './made-up-company.ts';
import { packInput } from './pack-inputs.ts';

/** A pack in which every text that a stranger can choose is this one. */
function packOf(text: string) {
  const site: Partial<SiteFacts> = {
    title: text,
    description: text,
    siteName: text,
    language: 'en',
    organization: {
      name: text,
      legalName: text,
      description: text,
      foundingYear: 2001,
      employees: text,
      country: text,
      locality: text,
      industry: text,
    },
    profiles: [`https://evil.example/${text}`, 'https://www.linkedin.com/company/x'],
  };
  const dns = {
    mailProvider: text,
    dnsProvider: text,
    hostingProvider: text,
    tools: [{ name: 'Notion', record: text }],
  };
  const facts = company('acme.com', { dns, site, rdap: { registeredOn: text, registrar: text } });
  const input: PackInput = packInput({
    guest: { ...packInput().guest, name: text },
    answers: [
      { key: 'role', label: 'Your role', display: text },
      { key: 'goal', label: 'What is your goal?', display: text },
      { key: 'note', label: 'Anything else?', display: text },
    ],
    lookUp: { status: 'succeeded', facts, isStale: false },
  });
  return makePack(input);
}

/** What a markdown reader sees, with each code span empty. */
function outside(tokens: readonly Token[]): unknown[] {
  return tokens.map((token) => {
    if (token.type === 'codespan') return 'code';
    const inner = 'tokens' in token ? token.tokens : 'items' in token ? (token.items as Token[]) : undefined;
    const { type, depth, ordered, text } = token as Token & { depth?: number; ordered?: boolean; text?: string };
    return { type, depth, ordered, ...(inner ? { inner: outside(inner) } : { text }) };
  });
}

const codeOf = (markdown: string): string[] => Array.from(markdown.matchAll(/`([^`\n]*)`/g), ([, text = '']) => text);
const harmless = packOf('We sell bread and rolls');
const tree = outside(lexer(harmless.markdown, { gfm: true }));

describe.each(Object.entries(HOSTILE_TEXTS))('%s', (_, text) => {
  const pack = packOf(text);

  it('changes nothing outside its quotes', () => {
    expect(outside(lexer(pack.markdown, { gfm: true }))).toEqual(tree);
    expect(pack.markdown.replaceAll(/`[^`\n]*`/g, '`x`')).toBe(harmless.markdown.replaceAll(/`[^`\n]*`/g, '`x`'));
  });

  it('hides nothing in them, is short, and no program makes a link of it', () => {
    for (const code of codeOf(pack.markdown)) {
      expect(code).not.toMatch(/\p{Cc}|\p{Zl}|\p{Zp}|(?!\u200c|\u200d|\ufe0f)\p{DI}|(?:\u200c|\u200d){2}/u);
      expect(code).not.toMatch(/https?:\/\/|www\.|ftp:\/\//i);
      expect(Array.from(code).length).toBeLessThanOrEqual(700);
    }
  });

  it('is in no question, lock or closer, and each claim keeps its tag and source', () => {
    const { questions, locks, closer } = harmless;
    expect({ questions: pack.questions, locks: pack.locks, closer: pack.closer }).toEqual({ questions, locks, closer });
    const tags = (made: typeof pack) =>
      made.provenance.map(({ tag, sourceUrl, claim }) => [tag, sourceUrl, claim.replace(/“.*”/su, '')]);
    expect(tags(pack)).toEqual(tags(harmless));
    for (const { claim } of pack.provenance)
      expect(claim.replace(/“How[^”]*”/, '')).toMatch(/^[^“”]*(“[^“”"]*”[^“”]*)?$/u);
  });
});

it('the test sees a text that gets out', () => {
  const broken = harmless.markdown.replace('`We sell bread and rolls`', 'We **sell** bread');
  expect(outside(lexer(broken, { gfm: true }))).not.toEqual(tree);
});

it('words of other scripts stay as people wrote them', () => {
  const { markdown } = packOf('می‌خواهم 👩‍💻 ❤️ שלום — 忽略');
  expect(markdown).toContain('`می‌خواهم 👩‍💻 ❤️ שלום — 忽略`');
});

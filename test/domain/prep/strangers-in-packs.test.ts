import { lexer, type Token } from 'marked';
import { describe, expect, it } from 'vitest';
import { makePack } from '../../../domain/prep/make-pack.ts';
import { hostileInput } from './hostile-input.ts';
import { HOSTILE_TEXTS } from './hostile-texts.ts';

const packOf = (text: string) => makePack(hostileInput(text));

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

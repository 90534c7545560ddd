import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** A fenced block of a guide. */
export interface Block {
  readonly language: string;
  readonly text: string;
  /** The name in the comment before it, `<!-- test: name -->`; blocks of one name run in one session, in order. */
  readonly name: string | undefined;
  /** What the guide says that it answers: the JSON block behind it that is marked `<!-- answer -->`. */
  readonly answer: unknown;
}

/** In a list, fences are indented as its text is. */
const FENCE =
  /^(?<indent> *)(?:<!-- (?:test: (?<name>[\w-]+)|(?<answer>answer)) -->\n\k<indent>)?```(?<language>\w*)\n(?<text>[\s\S]*?)\n\k<indent>```$/gm;

/** The fenced blocks of a Markdown text, answers attached to what they answer. */
export function blocksIn(markdown: string): Block[] {
  const blocks: Block[] = [];
  for (const { groups } of markdown.matchAll(FENCE)) {
    const { indent = '', name, answer, language = '', text: lines = '' } = groups ?? {};
    const text = lines.replaceAll(new RegExp(`^${indent}`, 'gm'), '');
    const last = blocks.pop();
    if (last && !answer) blocks.push(last);
    if (!answer) blocks.push({ name, language, text, answer: undefined });
    else if (last?.name) blocks.push({ ...last, answer: JSON.parse(text) });
    else throw new Error(`An answer without an example before it: ${text.slice(0, 80)}`);
  }
  return blocks;
}

/** README.md and every guide, by their path. */
export const guides = (): string[] => [
  'README.md',
  ...['docs', 'docs/operations'].flatMap((folder) =>
    readdirSync(`${ROOT}${folder}`)
      .filter((name) => name.endsWith('.md'))
      .map((name) => `${folder}/${name}`),
  ),
];

export const readGuide = (path: string): string => readFileSync(`${ROOT}${path}`, 'utf8');

import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { GUIDES } from '../../api/discovery/guides.ts';
import { ROOT, readGuide } from './examples.ts';

const FOLDER = 'docs/decisions';
const PAGES = readdirSync(join(ROOT, FOLDER)).filter((name) => name !== 'README.md');
const anchorOf = (heading: string): string => heading.toLowerCase().replaceAll(' ', '-');

/** The decisions of a page: a heading, a sentence that says what holds, the status, and the reason. */
const decisionsOf = (page: string) =>
  readGuide(`${FOLDER}/${page}`)
    .split('\n## ')
    .slice(1)
    .map((section) => {
      const [heading = '', , says = ''] = section.split('\n');
      return { page, heading, says: says.replace(/^\*\*(.+)\.\*\*$/, '$1'), section };
    });
const DECISIONS = PAGES.flatMap(decisionsOf);
const ANCHORS = new Set(DECISIONS.map(({ page, heading }) => `${page}#${anchorOf(heading)}`));

/** The text files of the tree. */
const FILES = execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8', maxBuffer: 10_000_000 })
  .split('\n')
  .filter((path) => /\.(?:tsx?|mjs|cjs|sql|md|ya?ml)$/.test(path) && existsSync(join(ROOT, path)));

it('docs/decisions has at most 60, each with what holds, a status and its reason', () => {
  expect(DECISIONS.length).toBeLessThanOrEqual(60);
  for (const { page, heading, section } of DECISIONS)
    expect(section, `${page}: ${heading}`).toMatch(
      /^[A-Z][\w -]+\n\n\*\*.+\.\*\*\n\nStatus: (?:in force|replaced by \[.+\))\.\n\n\*\*Context\.\*\* [\s\S]+\n\n\*\*Decision\.\*\* [\s\S]+\n\n\*\*Consequence\.\*\* /,
    );
});

it('docs/decisions/README.md lists each of them, and no other', () => {
  const listed = [
    ...readGuide(`${FOLDER}/README.md`).matchAll(/^- \[(?<heading>.+)\]\((?<target>.+)\): (?<says>.+)\.$/gm),
  ];
  expect(listed.map(({ groups }) => ({ ...groups })).toSorted(byTarget)).toEqual(
    DECISIONS.map(({ page, heading, says }) => ({
      heading,
      target: `${page}#${anchorOf(heading)}`,
      says: says.replace(/^[A-Z](?=[a-z ])/, (first) => first.toLowerCase()),
    })).toSorted(byTarget),
  );
});

const byTarget = (a: { target?: string }, b: { target?: string }) => (a.target ?? '').localeCompare(b.target ?? '');

it('each reference to a decision leads to one', () => {
  const broken = FILES.flatMap((path) => {
    const text = readFileSync(join(ROOT, path), 'utf8');
    const named = [...text.matchAll(/decisions\/(?<page>[a-z]+\.md)(?:#(?<anchor>[\w-]+))?/g)];
    return named.flatMap(({ 0: reference, groups }) => {
      const { page = '', anchor } = groups ?? {};
      const isKnown = anchor === undefined ? PAGES.includes(page) : ANCHORS.has(`${page}#${anchor}`);
      return isKnown ? [] : [`${path}: ${reference}`];
    });
  });
  expect(broken).toEqual([]);
});

it('no decision is named by a number', () => {
  const numbered = /[Dd]ecisions? \[?\d{4}\b|decisions\/\d{4}/;
  expect(FILES.filter((path) => numbered.test(readFileSync(join(ROOT, path), 'utf8')))).toEqual([]);
});

it('no published guide sends its reader to a decision', () => {
  expect(
    GUIDES.map(({ name }) => `docs/${name}.md`).filter((path) => readGuide(path).includes('](decisions/')),
  ).toEqual([]);
});

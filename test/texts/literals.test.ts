import { readdirSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, it } from 'vitest';

const WEB = new URL('../../web/', import.meta.url);
const WORDED = ['aria-label', 'title', 'placeholder', 'alt', 'label'];

/** Guides, packs and the local mailbox are English. */
const ENGLISH = /^(pages\/(docs-|mailbox)|parts\/(markdown|prep-claims))/;

/** Names, and what is the same in every language. */
const NAMES = new Set(['Holdfast', 'holdfast login', 'webhook-id:', '&nbsp;']);

/** The words that a component has in itself. */
function literalsIn(file: string): string[] {
  const source = ts.createSourceFile(
    file,
    readFileSync(new URL(file, WEB), 'utf8'),
    ts.ScriptTarget.Latest,
    true,
    ts.ScriptKind.TSX,
  );
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isJsxText(node)) found.push(node.text.trim());
    if (ts.isJsxAttribute(node) && WORDED.includes(node.name.getText()))
      if (node.initializer && ts.isStringLiteral(node.initializer)) found.push(node.initializer.text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found.filter((text) => /\p{L}{2}/u.test(text) && !NAMES.has(text));
}

it('no component of a page or of the dashboard has words: they are in texts/', () => {
  const files = readdirSync(WEB, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.tsx') && !file.startsWith('dist') && !ENGLISH.test(file),
  );
  expect(files.length).toBeGreaterThan(150);
  const faults = files.map((file) => [file, ...literalsIn(file)]).filter(([, ...literals]) => literals.length > 0);
  expect(faults).toEqual([]);
});

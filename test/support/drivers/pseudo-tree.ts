import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const COPIED: readonly string[] = [
  ...['activities', 'api', 'domain', 'outbound', 'schemas', 'store', 'texts', 'web', 'workflows', 'docs', 'infra'],
  ...['tsconfig.json', 'package.json', 'test/support', 'test/e2e', 'test/domain', 'test/fixtures'],
];

/** The letters of the language: written from right to left, and Intl knows its dates. */
export const PSEUDO_LANGUAGE = 'ar';

export interface PseudoTree {
  readonly folder: string;
  /** Returns what a module of the tree prints on its standard output. @param file its path in the tree */
  readonly run: (file: string) => Promise<string>;
  readonly remove: () => void;
}

/**
 * Copies the code, and adds a language in the way that CONTRIBUTING.md says: a folder of texts, and a line in the list of languages. It is the default, so
 * pages without a chosen language are in it.
 */
export function makePseudoTree(): PseudoTree {
  const folder = join(ROOT, '.local', `pseudo-${process.pid}`);
  rmSync(folder, { recursive: true, force: true });
  for (const path of COPIED) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    execFileSync('cp', ['-R', join(ROOT, path), dirname(join(folder, path))]);
  }
  listLanguage(join(folder, 'texts/languages.ts'));
  addTexts(join(folder, 'texts'), join(folder, 'test/support/factories/pseudo-language.ts'));
  return {
    folder,
    run: async (file) => {
      const args = ['--import', 'tsx', join(folder, file)];
      const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder, maxBuffer: 1 << 28 });
      return stdout;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function listLanguage(file: string): void {
  const line = `  ${PSEUDO_LANGUAGE}: { name: 'Pseudo', tag: '${PSEUDO_LANGUAGE}', direction: 'rtl' },\n`;
  const list = readFileSync(file, 'utf8')
    .replace(/(LANGUAGE_FACTS = \{\n)/, `$1${line}`)
    .replace("DEFAULT_LANGUAGE: Language = 'en'", `DEFAULT_LANGUAGE: Language = '${PSEUDO_LANGUAGE}'`);
  writeFileSync(file, list);
}

function addTexts(texts: string, pseudo: string): void {
  const english = join(texts, 'en');
  const target = join(texts, PSEUDO_LANGUAGE);
  for (const entry of readdirSync(english, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const source = join(entry.parentPath, entry.name);
    const file = join(target, relative(english, source));
    mkdirSync(dirname(file), { recursive: true });
    if (entry.name === 'index.ts') writeFileSync(file, readFileSync(source, 'utf8'));
    else writeFileSync(file, translationOf(source, file, pseudo));
  }
}

function translationOf(source: string, file: string, pseudo: string): string {
  const names = [...readFileSync(source, 'utf8').matchAll(/^export const (\w+)/gm)].map(([, name = '']) => name);
  const from = (path: string) => `'./${relative(dirname(file), path)}'`;
  return [
    `import * as en from ${from(source)};`,
    `import { pseudo } from ${from(pseudo)};`,
    ...names.map((name) => `export const ${name}: typeof en.${name} = pseudo(en.${name});`),
  ].join('\n');
}

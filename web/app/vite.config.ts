import { readdirSync } from 'node:fs';
import { parse } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { contract } from '../../schemas/contract.ts';
import type { Operation } from '../../schemas/operation.ts';

const NAME = 'virtual:operations';

/** How to call each operation, without its checks: the contract itself would bring a validator to every browser. */
const operations = (): Plugin => ({
  name: 'operations',
  resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
  load(id) {
    if (id !== `\0${NAME}`) return undefined;
    const all = Object.values(contract).flatMap((area): [string, Operation][] => Object.entries(area));
    const facts = all
      .filter(([, { surface }]) => surface === 'host')
      .map(([name, { surface, method, path, tool }]) => [name, { surface, method, path, tool }]);
    return `export const operations = ${JSON.stringify(Object.fromEntries(facts))}`;
  },
});

const TEXTS = fileURLToPath(new URL('../../texts/', import.meta.url));
const IDENTITY = '\0translated';

/** Gives a browser the texts of one language in place of the English ones, by which the code names them. */
const textsIn = (language: string): Plugin => ({
  name: 'texts',
  enforce: 'pre',
  async resolveId(source, importer, options) {
    if (!source.includes('texts/') || importer?.startsWith(TEXTS)) return undefined;
    const found = await this.resolve(source, importer, { ...options, skipSelf: true });
    if (found?.id === `${TEXTS}translated.ts`) return IDENTITY;
    return found?.id.replace(`${TEXTS}en/`, `${TEXTS}${language}/`);
  },
  load: (id) => (id === IDENTITY ? 'export const translated = (text) => text;' : undefined),
});

/**
 * One file per page under entries/, named by its content; shared code is loaded once. The mode is the language, and each language has its manifest: two
 * letters of texts/languages.ts.
 */
export default defineConfig(({ mode: language }) => ({
  root: fileURLToPath(new URL('.', import.meta.url)),
  publicDir: false,
  logLevel: 'warn',
  plugins: [operations(), textsIn(language)],
  build: {
    manifest: `manifest.${language}.json`,
    target: 'es2022',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: {
      // Of React's server components, which we do not have.
      onLog: (level, log, handle) => void (log.code === 'MODULE_LEVEL_DIRECTIVE' || handle(level, log)),
      input: Object.fromEntries(
        readdirSync(new URL('entries/', import.meta.url)).map((file) => [
          parse(file).name,
          fileURLToPath(new URL(`entries/${file}`, import.meta.url)),
        ]),
      ),
    },
  },
}));

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RequestHandler } from 'express';
import { LANGUAGES, type Language } from '../../../texts/languages.ts';
import type { EntryFiles } from '../../../web/parts/frame.ts';
import { sendLasting } from './lasting-file.ts';

const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
};

interface Chunk {
  readonly name?: string;
  readonly isEntry?: boolean;
  readonly file: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}

type Manifest = Readonly<Record<string, Chunk>>;
/** The entries in web/app/entries. The manifest of the build maps each to its files. */
const ENTRIES = ['dashboard', 'device', 'times', 'details', 'code', 'booked', 'embed', 'login', 'prep'] as const;
export type EntryName = (typeof ENTRIES)[number];

/** Vite's build of web/app. */
export interface WebBuild {
  /** By the language of the page: a browser loads the texts of one. */
  readonly entries: Readonly<Record<Language, Readonly<Record<EntryName, EntryFiles>>>>;
  /** Files are named by their content: a browser requests each only once. */
  readonly serve: RequestHandler;
}

/** The build of the pages is missing or of another version. The message says what to do. */
export class PagesNotBuilt extends Error {
  override readonly name = 'PagesNotBuilt';
}

/** @param folder of the build. @throws PagesNotBuilt */
export function readWebBuild(folder: string): WebBuild {
  const { manifests, files } = readBuild(folder);
  return {
    entries: byKey(LANGUAGES, (language) => byKey(ENTRIES, (name) => entryFiles(manifests[language], name))),
    serve: (request, response, next) => {
      const { file: name } = request.params;
      const contentType = TYPES[String(name).split('.').pop() ?? ''];
      const plain = files.get(String(name));
      if (!plain || contentType === undefined) return next();
      // infra/local/build-web.mjs writes the compressed ones beside each file.
      sendLasting(request, response, {
        contentType,
        plain,
        packed: { br: files.get(`${name}.br`), gzip: files.get(`${name}.gz`) },
      });
    },
  };
}

const byKey = <K extends string, T>(keys: readonly K[], make: (key: K) => T): Record<K, T> =>
  Object.fromEntries(keys.map((key) => [key, make(key)])) as Record<K, T>;

interface Build {
  readonly manifests: Readonly<Record<Language, Manifest>>;
  readonly files: ReadonlyMap<string, Buffer>;
}

function readBuild(folder: string): Build {
  const manifestIn = (language: Language): Manifest =>
    JSON.parse(readFileSync(join(folder, `manifest.${language}.json`), 'utf8'));
  try {
    const manifests = byKey(LANGUAGES, manifestIn);
    const names = readdirSync(join(folder, 'assets'));
    return { manifests, files: new Map(names.map((name) => [name, readFileSync(join(folder, 'assets', name))])) };
  } catch (error) {
    throw new PagesNotBuilt(
      `The pages are not built: ${folder} lacks the manifest of a language, or its assets. Run npm run build, or name the build's folder in WEB_FOLDER.`,
      { cause: error },
    );
  }
}

/** An entry with all its imports, direct or not. */
function entryFiles(manifest: Manifest, name: EntryName): EntryFiles {
  const seen = new Set<string>();
  const visit = (key: string): void => {
    if (seen.has(key)) return;
    seen.add(key);
    for (const imported of manifest[key]?.imports ?? []) visit(imported);
  };
  const [key, entry] = Object.entries(manifest).find(([, chunk]) => chunk.isEntry && chunk.name === name) ?? [];
  if (key === undefined || !entry)
    throw new PagesNotBuilt(
      `The build of the pages has no entry "${name}": it is of another version. Run npm run build.`,
    );
  visit(key);
  const chunks = [...seen].flatMap((chunk) => manifest[chunk] ?? []);
  return {
    scriptHref: `/${entry.file}`,
    preloadHrefs: chunks.filter((chunk) => chunk !== entry).map(({ file }) => `/${file}`),
    styleHrefs: [...new Set(chunks.flatMap(({ css = [] }) => css))].map((file) => `/${file}`),
  };
}

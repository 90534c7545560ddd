import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RequestHandler } from 'express';
import type { EntryFiles } from '../../web/parts/frame.ts';

const ONE_YEAR_SECONDS = 31_536_000;
const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
};
/** Best first, as infra/local/build-web.mjs writes them beside each file. */
const ENCODINGS = ['br', 'gzip'] as const;
const SUFFIXES = { br: '.br', gzip: '.gz' } as const;

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}

type Manifest = Readonly<Record<string, Chunk>>;
/** The files of web/app/entries, one for each kind of page that has a browser's part. */
const ENTRIES = {
  home: 'tsx',
  device: 'tsx',
  times: 'tsx',
  details: 'ts',
  code: 'ts',
  booked: 'ts',
  embed: 'ts',
} as const;
export type EntryName = keyof typeof ENTRIES;

/** What vite has made of web/app. */
export interface WebBuild {
  readonly entries: Readonly<Record<EntryName, EntryFiles>>;
  /** Files are named by their content: a browser asks for each only once. */
  readonly serve: RequestHandler;
}

/** @param folder where the build lies. @throws Error that says how to make it */
export function readWebBuild(folder: string): WebBuild {
  const manifest = readManifest(folder);
  const files = new Map(
    readdirSync(join(folder, 'assets')).map((name) => [name, readFileSync(join(folder, 'assets', name))]),
  );
  return {
    entries: mapEntries((name) => entryFiles(manifest, name)),
    serve: (request, response, next) => {
      const { file: name } = request.params;
      const type = TYPES[String(name).split('.').pop() ?? ''];
      const plain = files.get(String(name));
      if (!plain || type === undefined) return next();
      const encoding = ENCODINGS.find(
        (offered) => request.acceptsEncodings(offered) && files.has(`${name}${SUFFIXES[offered]}`),
      );
      response
        .set('Content-Type', type)
        .set('Cache-Control', `public, max-age=${ONE_YEAR_SECONDS}, immutable`)
        .set('Vary', 'Accept-Encoding')
        .set('X-Content-Type-Options', 'nosniff');
      if (encoding !== undefined) response.set('Content-Encoding', encoding);
      response.send(encoding === undefined ? plain : files.get(`${name}${SUFFIXES[encoding]}`));
    },
  };
}

const mapEntries = <T>(make: (name: EntryName) => T): Record<EntryName, T> => {
  const names = Object.keys(ENTRIES) as EntryName[];
  return Object.fromEntries(names.map((name) => [name, make(name)])) as Record<EntryName, T>;
};

function readManifest(folder: string): Manifest {
  try {
    return JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Manifest;
  } catch (error) {
    throw new Error(
      `The pages are not built: ${folder} has no manifest.json. Run npm run build, or name the build's folder in WEB_FOLDER.`,
      {
        cause: error,
      },
    );
  }
}

/** An entry with all that it imports, directly or not. */
function entryFiles(manifest: Manifest, name: EntryName): EntryFiles {
  const seen = new Set<string>();
  const visit = (key: string): void => {
    if (seen.has(key)) return;
    seen.add(key);
    for (const imported of manifest[key]?.imports ?? []) visit(imported);
  };
  const key = `entries/${name}.${ENTRIES[name]}`;
  const entry = manifest[key];
  if (!entry) throw new Error(`The build of the pages has no ${key}. Run npm run build.`);
  visit(key);
  const chunks = [...seen].flatMap((chunk) => manifest[chunk] ?? []);
  return {
    scriptHref: `/${entry.file}`,
    preloadHrefs: chunks.filter((chunk) => chunk !== entry).map(({ file }) => `/${file}`),
    styleHrefs: [...new Set(chunks.flatMap(({ css = [] }) => css))].map((file) => `/${file}`),
  };
}

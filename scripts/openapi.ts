import { readFile, writeFile } from 'node:fs/promises';
import { openapiDocument } from '../api/openapi/openapi.ts';
import { contract } from '../schemas/contract.ts';

const FILE = new URL('../docs/openapi.json', import.meta.url);

/** The committed document has the addresses of a local stack. A running one serves its own. */
const LOCAL_URLS = {
  appUrl: 'http://localhost:3000',
  publicUrl: 'http://localhost:3001',
  mcpUrl: 'http://localhost:3002',
};

/** Levels of the document that have a line for each entry. Below them, an operation, a webhook or a component is one line. */
const LINES_OF = { paths: 2, webhooks: 1, components: 2 } as const;

function inLines(value: object, levels: number, indent: string): string {
  const entries = Object.entries(value).map(([key, entry]: [string, unknown]) => {
    const isOpen = levels > 1 && typeof entry === 'object' && entry !== null && !Array.isArray(entry);
    return `${indent}${JSON.stringify(key)}: ${isOpen ? inLines(entry, levels - 1, `${indent}  `) : JSON.stringify(entry)}`;
  });
  return `{\n${entries.join(',\n')}\n${indent.slice(2)}}`;
}

function documentText(document: object): string {
  const parts = Object.entries(document).map(([key, part]: [string, object | string]) => {
    const levels = LINES_OF[key as keyof typeof LINES_OF] ?? 0;
    return `  ${JSON.stringify(key)}: ${levels > 0 ? inLines(part as object, levels, '    ') : JSON.stringify(part)}`;
  });
  return `{\n${parts.join(',\n')}\n}\n`;
}

const made = documentText(openapiDocument(contract, LOCAL_URLS));

if (process.argv.includes('--check')) {
  const committed = await readFile(FILE, 'utf8').catch(() => '');
  if (committed !== made) {
    console.error('docs/openapi.json does not match the declarations. Run: npm run openapi');
    process.exitCode = 1;
  }
} else {
  await writeFile(FILE, made);
  console.log('docs/openapi.json written');
}

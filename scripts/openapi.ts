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

const made = `${JSON.stringify(openapiDocument(contract, LOCAL_URLS), null, 2)}\n`;

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

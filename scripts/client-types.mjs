/**
 * `npm run client-types`: writes client/contract.ts, the client's types of the API, from docs/openapi.json. It does nothing if the file
 * is up to date. Not committed: `npm run types` and the client's `prepack` run it first.
 */
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';

const DOCUMENT = new URL('../docs/openapi.json', import.meta.url);
const TYPES = new URL('../client/contract.ts', import.meta.url);

const document = await readFile(DOCUMENT, 'utf8');
const head = `/** Generated from docs/openapi.json, sha256 ${createHash('sha256').update(document).digest('hex')}. */\n`;
const present = await readFile(TYPES, 'utf8').catch(() => '');
if (!present.startsWith(head)) {
  const { default: openapiTypes, astToString } = await import('openapi-typescript');
  await writeFile(TYPES, head + astToString(await openapiTypes(JSON.parse(document))));
}

import type { Operation } from './operation.ts';

/** What a REST call needs of an operation. */
export type RestOperation = Pick<Operation, 'surface' | 'method' | 'path'>;

export interface RestCall {
  /** Path and query, after the operation's origin. */
  readonly address: string;
  readonly method: Operation['method'];
  /** JSON; undefined if the input is in the address. */
  readonly body: string | undefined;
}

const BASE_PATHS = { host: '/api/v1', public: '/api/v1/public', page: '' } as const;

/** The REST request for an input: path names go into the path, the rest into the query or the body. */
export function restCall({ surface, method, path }: RestOperation, input: Readonly<Record<string, unknown>>): RestCall {
  const rest = { ...input };
  const filled = path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => {
    delete rest[name];
    return encodeURIComponent(String(input[name]));
  });
  const address = `${BASE_PATHS[surface]}${filled}`;
  if (method !== 'GET' && method !== 'DELETE') return { address, method, body: JSON.stringify(rest) };
  const query: [string, string][] = [];
  for (const [name, value] of Object.entries(rest)) appendQuery(query, name, value);
  const text = query.map((pair) => pair.map(encodeURIComponent).join('=')).join('&');
  return { address: text === '' ? address : `${address}?${text}`, method, body: undefined };
}

/** Arrays repeat; objects are name[key]=value, as the API reads it. */
function appendQuery(query: [string, string][], name: string, value: unknown): void {
  if (value === undefined || value === null) return;
  if (Array.isArray(value)) for (const part of value) appendQuery(query, name, part);
  else if (typeof value === 'object') {
    for (const [key, part] of Object.entries(value)) appendQuery(query, `${name}[${key}]`, part);
  } else query.push([name, String(value)]);
}

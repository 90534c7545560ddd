import { readFileSync } from 'node:fs';

interface Document {
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

interface DocumentedCall {
  readonly method: string;
  /** As the document has it: `/bookings/{bookingId}`. */
  readonly path: string;
  readonly pattern: RegExp;
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;
const document = JSON.parse(readFileSync(new URL('../../../docs/openapi.json', import.meta.url), 'utf8')) as Document;

const patternOf = (prefix: string, path: string): RegExp =>
  new RegExp(`^${prefix}${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`);

/** Fixed paths first: `/manage/booking` is no event of a host. */
const documented: readonly DocumentedCall[] = Object.entries(document.paths)
  .toSorted(([one], [other]) => one.split('{').length - other.split('{').length)
  .flatMap(([path, operations]) => {
    const servers = (operations.servers ?? document.servers) as Document['servers'];
    const prefix = new URL(servers[0]?.url ?? '').pathname;
    return METHODS.filter((method) => method in operations).map((method) => ({
      ...{ method: method.toUpperCase(), path, pattern: patternOf(prefix, path) },
    }));
  });

/** Returns whether it is a call of the API: files and pages are not. */
export const isCall = (url: string): boolean => new URL(url).pathname.startsWith('/api/');

/** @returns `PATCH /event-types/{eventTypeId}` of the committed OpenAPI document; undefined: no operation of it is called so */
export function documentedCall(method: string, url: string): string | undefined {
  const { pathname } = new URL(url);
  const found = documented.find((one) => one.method === method && one.pattern.test(pathname));
  return found && `${found.method} ${found.path}`;
}

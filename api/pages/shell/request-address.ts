import type { Request } from 'express';

// Not by `new URL`: it throws on some addresses that clients send.
const endOfPath = (address: string): number => (address.includes('?') ? address.indexOf('?') : address.length);

/** A request's address as a link on our origin: browsers take `//` and `/\` at its start for another site. */
export const addressOnOrigin = ({ originalUrl }: Pick<Request, 'originalUrl'>): string =>
  `/${originalUrl.replace(/^[/\\]+/, '')}`;

/** The path of a request's address, as a link on our origin. */
export function pathOf(request: Pick<Request, 'originalUrl'>): string {
  const address = addressOnOrigin(request);
  return address.slice(0, endOfPath(address));
}

/** `?…` of a request's address as it was sent, or ''. */
export const searchOf = ({ originalUrl }: Pick<Request, 'originalUrl'>): string =>
  originalUrl.slice(endOfPath(originalUrl));

/** `?name=value&…` of the values that are defined; '' if none is. */
export function queryText(values: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(values).filter((pair): pair is [string, string] => pair[1] !== undefined);
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
}

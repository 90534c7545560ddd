import type { Request } from 'express';

// By hand: what a client may send as its address is more than `new URL` takes without throwing.
const endOfPath = (address: string): number => (address.includes('?') ? address.indexOf('?') : address.length);

/** What a request asks for, as a link on our origin: browsers read `//` and `/\` at its start as another site's. */
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

import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const ACCEPTED = /^[A-Za-z0-9._-]{8,64}$/;

/** On the request itself: a WeakMap of all requests cost five hundredths of a page's time. */
const ID = Symbol('requestId');

/** The caller's own id if well-formed, else a new one; constant for the request. */
export const requestIdOf = (request: IncomingMessage & { [ID]?: string }): string => {
  const earlier = request[ID];
  if (earlier !== undefined) return earlier;
  const given = request.headers['x-request-id'];
  const id = typeof given === 'string' && ACCEPTED.test(given) ? given : randomUUID();
  request[ID] = id;
  return id;
};

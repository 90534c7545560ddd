import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const ACCEPTED = /^[A-Za-z0-9._-]{8,64}$/;

const known = new WeakMap<IncomingMessage, string>();

/** The caller's own id if well-formed, else a new one; constant for the request. */
export const requestIdOf = (request: IncomingMessage): string => {
  const earlier = known.get(request);
  if (earlier !== undefined) return earlier;
  const given = request.headers['x-request-id'];
  const id = typeof given === 'string' && ACCEPTED.test(given) ? given : randomUUID();
  known.set(request, id);
  return id;
};

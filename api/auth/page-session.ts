import type { Request, Response } from 'express';
import type { Person } from '../../domain/access/actor.ts';
import { csrfToken, tokenHash } from '../../domain/secrets.ts';
import { findPerson, rotateSession } from '../../store/accounts/sessions.ts';
import type { Services } from '../core/services.ts';
import { newToken, readCookie, setCookie } from './session-cookie.ts';

/** Who looks at a page of the app, and what its calls must carry as X-CSRF-Token (forms: the field csrfToken). */
export interface PageSession {
  readonly person: Person;
  readonly csrfToken: string;
}

type PageParts = Pick<Services, 'sql' | 'secrets' | 'urls'>;

/**
 * Who looks at a page; null: nobody is signed in. Gives a session older than a day another token, so only for requests whose
 * answer sets cookies.
 */
export async function findPageSession(
  { sql, secrets, urls }: PageParts,
  request: Request,
  response: Response,
): Promise<PageSession | null> {
  const token = readCookie(request, urls);
  if (token === undefined) return null;
  const person = await findPerson(sql, tokenHash(token));
  if (!person) return null;
  const next = newToken();
  const rotated = await rotateSession(sql, tokenHash(token), tokenHash(next));
  if (rotated) setCookie(response, urls, next, { maxAgeMs: rotated.expiresAt.getTime() - Date.now() });
  return { person, csrfToken: csrfToken(secrets, person.sessionId) };
}

/** The same for pages that need somebody: null means that the answer is sent already, and leads to /login and back. */
export async function pageSession(parts: PageParts, request: Request, response: Response): Promise<PageSession | null> {
  const session = await findPageSession(parts, request, response);
  if (session === null) {
    const returnTo = request.method === 'GET' ? request.originalUrl : '/';
    response.redirect(303, `/login?${new URLSearchParams({ return_to: returnTo })}`);
  }
  return session;
}

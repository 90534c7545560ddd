import type { Request, Response } from 'express';
import type { Person } from '../../domain/access/actor.ts';
import { csrfToken, tokenHash } from '../../domain/secrets.ts';
import { findPerson, rotateSession } from '../../store/accounts/sessions.ts';
import type { Services } from '../core/services.ts';
import { newToken, readCookie, setCookie } from './session-cookie.ts';

/** The viewer of an app page, and the token that its calls send as X-CSRF-Token (forms: field csrfToken). */
export interface PageSession {
  readonly person: Person;
  readonly csrfToken: string;
}

type PageParts = Pick<Services, 'sql' | 'secrets' | 'urls'>;

/**
 * The viewer of a page; null: not signed in. Replaces the token of a session older than a day: use it only where the
 * answer can set cookies.
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

/** For pages that require sign-in. null: the redirect to /login (and back) has already been sent. */
export async function pageSession(parts: PageParts, request: Request, response: Response): Promise<PageSession | null> {
  const session = await findPageSession(parts, request, response);
  if (session === null) {
    const returnTo = request.method === 'GET' ? request.originalUrl : '/';
    response.redirect(303, `/login?${new URLSearchParams({ return_to: returnTo })}`);
  }
  return session;
}

import { randomBytes } from 'node:crypto';
import type { Request, Response } from 'express';
import type { Urls } from '../core/urls.ts';
import { cookieOf, sessionCookieName } from './credentials.ts';

const TOKEN_BYTES = 32;

/** A token of a session or a browser: 32 random bytes, 43 characters. */
export const newToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

/** Attributes of all our cookies: hidden from scripts, not sent by other sites' forms, Secure on https. */
const attributes = ({ appUrl }: Urls) =>
  ({ httpOnly: true, sameSite: 'lax', path: '/', secure: appUrl.startsWith('https:') }) as const;

/** Our other cookies. */
export type CookiePurpose = 'browser' | 'oidc' | 'calendar';

const nameOf = ({ appUrl }: Urls, purpose?: CookiePurpose): string =>
  purpose === undefined ? sessionCookieName(appUrl) : `${sessionCookieName(appUrl)}-${purpose}`;

/** The value of our cookie. Default: the session cookie. */
export const readCookie = (request: Request, urls: Urls, purpose?: CookiePurpose): string | undefined =>
  cookieOf(request.headers.cookie, nameOf(urls, purpose)) || undefined;

/** Sets our cookie. The value must need no encoding. */
export function setCookie(
  response: Response,
  urls: Urls,
  value: string,
  { purpose, maxAgeMs }: { readonly purpose?: CookiePurpose; readonly maxAgeMs: number },
): void {
  response.cookie(nameOf(urls, purpose), value, { ...attributes(urls), maxAge: maxAgeMs });
}

export function clearCookie(response: Response, urls: Urls, purpose?: CookiePurpose): void {
  response.clearCookie(nameOf(urls, purpose), attributes(urls));
}

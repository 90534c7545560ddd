import { AppError } from '../../../schemas/errors.ts';
import type { Services } from '../../core/services.ts';

/** A browser reads a backslash as a slash, and other programs do not. Spaces are no part of an address either. */
const READ_IN_TWO_WAYS = /[\\\s\p{Cc}]/u;

/**
 * Where a payment page may lead: our own pages, and the origins that operators named.
 * @throws AppError request.unprocessable (redirect_not_allowed)
 */
export function requireReturnUrl(
  { urls, checkoutReturnOrigins }: Pick<Services, 'urls' | 'checkoutReturnOrigins'>,
  field: string,
  url: string | undefined,
  byDefault: string,
): string {
  if (url === undefined) return `${urls.appUrl}${byDefault}`;
  const allowed = [urls.appUrl, ...checkoutReturnOrigins];
  const { origin, username, password } = new URL(url);
  const isOurs = allowed.includes(origin) && username === '' && password === '';
  if (isOurs && !READ_IN_TWO_WAYS.test(url)) return url;
  throw new AppError(
    'request.unprocessable',
    `${field}: a payment page may lead to ${allowed.join(' or ')}. Omit it, or use a page there.`,
    { reason: 'redirect_not_allowed', field, allowedOrigins: allowed },
  );
}

import type { Actor } from '../../../domain/access/actor.ts';
import { AppError } from '../../../schemas/errors.ts';
import { readWorkspaceSlug } from '../../../store/workspaces/workspace-view.ts';
import type { Services } from '../../core/services.ts';

/** A browser reads a backslash as a slash, and other programs do not. Spaces are no part of an address either. */
const READ_IN_TWO_WAYS = /[\\\s\p{Cc}]/u;

/**
 * Where a payment page may lead: our own pages, and the origins that operators named.
 * @throws AppError request.unprocessable (redirect_not_allowed)
 */
function requireReturnUrl(
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

interface Wanted {
  readonly successUrl?: string | undefined;
  readonly cancelUrl?: string | undefined;
}

/** The section *Plan* of a workspace, which says what became of a payment. */
async function planPath(
  { sql, actor }: Pick<Returning, 'sql' | 'actor'>,
  payment?: 'done' | 'closed',
): Promise<string> {
  const slug = (await readWorkspaceSlug(sql, actor.workspaceId)) ?? '';
  return `/settings/billing?${new URLSearchParams({ workspace: slug, ...(payment && { payment }) })}#plan`;
}

type Returning = Pick<Services, 'sql' | 'urls' | 'checkoutReturnOrigins'> & { readonly actor: Actor };

/** Where the page of a checkout leads. @throws AppError request.unprocessable (redirect_not_allowed) */
export const returnUrlsOf = async (context: Returning, { successUrl, cancelUrl }: Wanted) => ({
  successUrl: requireReturnUrl(context, 'successUrl', successUrl, await planPath(context, 'done')),
  cancelUrl: requireReturnUrl(context, 'cancelUrl', cancelUrl, await planPath(context, 'closed')),
});

/** Where the portal leads back to. @throws AppError request.unprocessable (redirect_not_allowed) */
export const portalReturnUrl = async (context: Returning, returnUrl: string | undefined): Promise<string> =>
  requireReturnUrl(context, 'returnUrl', returnUrl, await planPath(context));

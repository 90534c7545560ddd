import { html, page } from '../html.ts';
import type { Person } from './people.ts';
import { SCOPES } from './scopes.ts';

const SERVICE = 'Microsoft';

/**
 * The consent page: one button a person, a box for each permission. Microsoft itself has no boxes; an administrator may grant less
 * than an app asks for, and this shows what comes of it.
 */
export function consentPage(
  people: readonly Person[],
  scopes: readonly string[],
  query: URLSearchParams,
  path: string,
): string {
  const hint = query.get('login_hint');
  const ordered = [...people].sort((a, b) => Number(b.email === hint) - Number(a.email === hint));
  const list = scopes.flatMap((scope) => {
    const words = SCOPES[scope];
    return words
      ? [html`<label><input type="checkbox" name="scope" value="${scope}" checked> ${words} (${scope})</label>`]
      : [];
  });
  return page(
    SERVICE,
    'Pick an account',
    html`<p>The app <strong>${query.get('client_id')}</strong> asks for permissions of a Microsoft account.</p>
<form method="post" action="${path}?${query.toString()}">
${list.length > 0 && html`<fieldset><legend>Permissions requested</legend>${list}</fieldset>`}
<ul>${ordered.map(
      ({ email, name, isPersonal }) =>
        html`<li><button name="account" value="${email}">Accept as ${name} (${email}${isPersonal && ', a personal account'})</button></li>`,
    )}</ul>
<p><button name="refuse" value="yes">Cancel</button> <button name="refuse" value="admin">Need admin approval</button></p>
</form>`,
  );
}

/** A request that Microsoft shows to the person instead of sending them back. */
export const problemPage = (problem: string): string =>
  page(SERVICE, 'Sign in', html`<p>Sorry, but we’re having trouble signing you in.</p><p>${problem}</p>`);

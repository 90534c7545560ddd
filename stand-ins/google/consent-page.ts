import { html, page } from '../html.ts';
import type { Account } from './accounts.ts';
import { SCOPES } from './scopes.ts';

const SERVICE = 'Google';

/** The consent page: one button a person, a box for each scope of the calendar. */
export function consentPage(people: readonly Account[], scopes: readonly string[], query: URLSearchParams): string {
  const boxes = scopes.flatMap((scope) => {
    const words = SCOPES[scope];
    return words ? [{ scope, words }] : [];
  });
  const hint = query.get('login_hint');
  const ordered = [...people].sort((a, b) => Number(isHinted(b, hint)) - Number(isHinted(a, hint)));
  const list = boxes.map(
    ({ scope, words }) => html`<label><input type="checkbox" name="scope" value="${scope}" checked> ${words}</label>`,
  );
  return page(
    SERVICE,
    'Choose an account',
    html`<p>The app <strong>${query.get('client_id')}</strong> wants access to a Google account.</p>
<form method="post" action="/o/oauth2/v2/auth?${query.toString()}">
${boxes.length > 0 && html`<fieldset><legend>What it may do</legend>${list}</fieldset>`}
<ul>${ordered.map(
      ({ email, name }) =>
        html`<li><button name="account" value="${email}">Continue as ${name} (${email})</button></li>`,
    )}</ul>
<p><button name="refuse" value="yes">Cancel</button></p>
</form>`,
  );
}

const isHinted = ({ email, sub }: Account, hint: string | null): boolean => email === hint || sub === hint;

/** A request that Google shows to the person instead of sending them back. */
export const problemPage = (problem: string): string =>
  page(SERVICE, 'Access blocked', html`<p>This app’s request is invalid.</p><p>${problem}</p>`);

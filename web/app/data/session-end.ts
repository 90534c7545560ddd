/** The token that the page's calls send; another one once the person has signed in again. */
let token = '';
let isOver = false;
const listeners = new Set<() => void>();

export const csrfToken = (): string => token;
export const startWithToken = (csrf: string): void => {
  token = csrf;
};

/** Whether the session has ended while something was typed. */
export const isSessionOver = (): boolean => isOver;

export function onSessionEnd(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** @param next true: the page says that its person is signed out, and keeps what is typed */
export function setSessionOver(next: boolean): void {
  isOver = next;
  for (const listener of listeners) listener();
}

/** Signed out meanwhile, here or elsewhere: sign-in returns to this page. */
export const signInAddress = (): string =>
  `/login?${new URLSearchParams({ return_to: `${location.pathname}${location.search}${location.hash}` })}`;

export type Renewal = 'renewed' | 'signed_out' | 'somebody_else' | 'away';

const personOf = (page: Document): string | undefined => {
  const text = page.getElementById('mine')?.textContent;
  return text ? (JSON.parse(text) as { user: { id: string } }).user.id : undefined;
};

/** Takes the token of a new session of the same person from this page's own document, read anew. */
export async function renewSession(): Promise<Renewal> {
  const init: RequestInit = { headers: { accept: 'text/html' }, redirect: 'manual', credentials: 'same-origin' };
  const answer = await fetch(location.pathname, init).catch(() => undefined);
  if (!answer) return 'away';
  if (!answer.ok) return answer.type === 'opaqueredirect' ? 'signed_out' : 'away';
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const next = page.getElementById('app')?.dataset.csrfToken;
  const person = personOf(page);
  if (next === undefined || person === undefined) return 'away';
  if (person !== personOf(document)) return 'somebody_else';
  token = next;
  setSessionOver(false);
  return 'renewed';
}

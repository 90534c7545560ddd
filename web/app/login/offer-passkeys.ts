import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser';

interface Options {
  readonly challengeId: string;
  readonly publicKey: PublicKeyCredentialRequestOptionsJSON;
}

/** Options are good for 5 minutes. Before that the list in the email field gets new ones. */
const RENEW_MS = 4 * 60_000;

/** Loaded when it is needed: most people sign in another way. */
const library = () => import('@simplewebauthn/browser');

const hidden = (form: HTMLFormElement, name: string): HTMLInputElement => {
  const field = form.elements.namedItem(name);
  if (!(field instanceof HTMLInputElement)) throw new Error(`the form has no field ${name}`);
  return field;
};

/** @throws if no options come: over the limit, or the page is hours old */
async function askForOptions(form: HTMLFormElement): Promise<Options> {
  const body = new URLSearchParams({ pageToken: hidden(form, 'pageToken').value });
  const response = await fetch('/login/passkey/options', { method: 'POST', body, credentials: 'same-origin' });
  if (!response.ok) throw new Error(`${response.status}`);
  return (await response.json()) as Options;
}

/**
 * Asks the browser for a passkey and sends it.
 * @param inField the browser lists passkeys in the email field, without a dialog
 * @param isWanted false: something else has begun meanwhile
 */
async function signIn(form: HTMLFormElement, inField: boolean, isWanted = () => true): Promise<void> {
  const [{ challengeId, publicKey }, { startAuthentication }] = await Promise.all([askForOptions(form), library()]);
  if (!isWanted()) return;
  const signed = await startAuthentication({ optionsJSON: publicKey, useBrowserAutofill: inField });
  hidden(form, 'challengeId').value = challengeId;
  hidden(form, 'credential').value = JSON.stringify(signed);
  form.submit();
}

/** Canceled, timed out, and no passkey here are one error, so that sites learn nothing. The page brings its words: it knows the language. */
const wordsOf = (error: unknown, { dataset }: HTMLFormElement): string =>
  (error instanceof Error && error.name === 'NotAllowedError' ? dataset.none : dataset.failed) ?? '';

/** The button that asks for a passkey; where the browser can, its list in the email field, too. */
export function offerPasskeys(): void {
  const form = document.querySelector<HTMLFormElement>('form#passkey');
  const button = form?.querySelector('button');
  const status = form?.querySelector('[role=status]');
  if (!form || !button || !status || !window.PublicKeyCredential) return;
  form.hidden = false;
  // A refused passkey would be used once more, and again, by browsers that pick the only one themselves.
  const stopList = form.dataset.refused === undefined ? listInField(form) : () => {};
  let busy = false;
  button.addEventListener('click', async () => {
    if (busy) return;
    busy = true;
    stopList();
    status.textContent = '';
    await signIn(form, false).catch((error) => {
      status.textContent = wordsOf(error, form);
      busy = false;
    });
  });
}

/**
 * Quietly: who types an address must not be disturbed by what goes wrong here.
 * @returns ends it: a browser has one request at a time, and the button's is about to come
 */
function listInField(form: HTMLFormElement): () => void {
  let renewal: number | undefined;
  let over = false;
  const list = async (): Promise<void> => {
    const canList = await window.PublicKeyCredential.isConditionalMediationAvailable?.().catch(() => false);
    if (!canList || over) return;
    renewal = window.setTimeout(() => void list(), RENEW_MS);
    await signIn(form, true, () => !over).catch(() => {});
  };
  void list();
  return () => {
    over = true;
    window.clearTimeout(renewal);
  };
}

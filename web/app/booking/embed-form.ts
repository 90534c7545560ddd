const CALM_MS = 250;

/** The page that makes a button for a website: shows each change at once, and copies. */
export function watchSnippet(): void {
  const form = document.querySelector<HTMLFormElement>('form[data-embed]');
  if (!form) throw new Error('the page has no form');
  showUpdate(form, false);
  let timer = 0;
  let latest = 0;
  form.addEventListener('input', () => {
    clearTimeout(timer);
    timer = window.setTimeout(() => void refresh(form, ++latest, () => latest), CALM_MS);
  });
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element && target.closest<HTMLButtonElement>('[data-copy]');
    if (button) void copy(button);
  });
  showCopyButtons();
}

/** Loads the same page with the new choices; the server makes every snippet. The latest request wins. */
async function refresh(form: HTMLFormElement, turn: number, latest: () => number): Promise<void> {
  const address = new URL(form.action);
  for (const [name, value] of new FormData(form)) address.searchParams.set(name, String(value));
  const answer = await fetch(address, { headers: { accept: 'text/html' } }).catch(() => null);
  // The form's own button still works.
  if (!answer?.ok) return showUpdate(form, true);
  const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html').querySelector('[data-embed-result]');
  if (turn !== latest() || !fresh) return;
  showUpdate(form, false);
  document.querySelector('[data-embed-result]')?.replaceWith(fresh);
  history.replaceState(null, '', address);
  showCopyButtons();
}

/** The form's own button shows if changes are not applied at once. Enter always sends the form. */
function showUpdate(form: HTMLFormElement, isShown: boolean): void {
  const actions = form.querySelector<HTMLElement>('.actions');
  if (actions) actions.hidden = !isShown;
}

function showCopyButtons(): void {
  for (const button of document.querySelectorAll<HTMLElement>('[data-copy]')) button.hidden = false;
}

async function copy(button: HTMLButtonElement): Promise<void> {
  const { copy: id = '', done = '', failed = '' } = button.dataset;
  const field = document.getElementById(id);
  if (!(field instanceof HTMLTextAreaElement)) return;
  field.select();
  // Only https and localhost have a clipboard. Elsewhere the text is selected, to copy by hand.
  const isDone = await navigator.clipboard?.writeText(field.value).then(
    () => true,
    () => false,
  );
  const status = button.nextElementSibling;
  if (status) status.textContent = isDone ? done : failed;
}

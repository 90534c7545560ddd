import { announce } from './announce.ts';

/** Longer than the server takes to answer anything. */
const SLOW_MS = 20_000;

/**
 * Sends each form once, and says that it is being sent. Resets when the page is shown again or no answer comes: the
 * form can then be sent once more, which books nothing twice.
 */
export function watchSending(): void {
  addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement;
    if ('sending' in form.dataset) event.preventDefault();
    else if (!event.defaultPrevented) begin(form);
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) for (const form of document.forms) end(form);
  });
}

const buttonOf = (form: HTMLFormElement) => form.querySelector<HTMLButtonElement>('button[data-busy]');

function begin(form: HTMLFormElement): void {
  const button = buttonOf(form);
  form.dataset.sending = '';
  if (!button) return;
  const { busy = '', slow } = button.dataset;
  button.dataset.ready = button.textContent;
  button.textContent = busy;
  // Not `disabled`: the button keeps the focus, which screen readers follow.
  button.setAttribute('aria-disabled', 'true');
  announce(busy);
  setTimeout(() => {
    if (!('sending' in form.dataset)) return;
    end(form);
    announce(slow ?? '');
    if (slow !== undefined) button.after(slowNote(slow));
  }, SLOW_MS);
}

function end(form: HTMLFormElement): void {
  if (!('sending' in form.dataset)) return;
  delete form.dataset.sending;
  const button = buttonOf(form);
  if (!button) return;
  button.textContent = button.dataset.ready ?? '';
  button.removeAttribute('aria-disabled');
}

function slowNote(text: string): HTMLElement {
  const note = document.createElement('p');
  note.className = 'small';
  note.textContent = text;
  return note;
}

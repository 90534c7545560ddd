import { controlsIn, isTicked } from './questions.ts';

const HOURS_KEPT = 2;
const HOUR_MS = 3_600_000;

interface Draft {
  readonly savedMs: number;
  /** name and value of each control that is filled in */
  readonly filled: readonly (readonly [string, string])[];
}

const keyOf = (path: string): string => `draft:${path}`;

/**
 * Keeps what is typed while the tab is open, for two hours at most: it survives reload, back, another time and a
 * lost connection. Removed after the booking. Without browser storage nothing is kept.
 */
export function keepDraft(form: HTMLFormElement): void {
  const key = keyOf(new URL(form.action).pathname);
  if ('fresh' in form.dataset) restore(form, key);
  const save = (): void => {
    const filled = controlsIn(form)
      .filter((control) => control.name !== '' && control.name !== 'startAt' && isTicked(control) !== false)
      .map(({ name, value }): [string, string] => [name, value])
      .filter(([, value]) => value !== '');
    stored(() => sessionStorage.setItem(key, JSON.stringify({ savedMs: Date.now(), filled } satisfies Draft)));
  };
  form.addEventListener('input', save);
  form.addEventListener('change', save);
}

/** @param path of the event's page */
export const forgetDraft = (path: string): void => void stored(() => sessionStorage.removeItem(keyOf(path)));

/** Fills in empty fields only: other values come from the server or the browser and are newer. */
function restore(form: HTMLFormElement, key: string): void {
  const draft = stored(() => JSON.parse(sessionStorage.getItem(key) ?? 'null') as Draft | null);
  if (!draft) return;
  if (Date.now() - draft.savedMs > HOURS_KEPT * HOUR_MS) return void stored(() => sessionStorage.removeItem(key));
  const controls = controlsIn(form);
  const answered = new Set(controls.filter((one) => isTicked(one) === true).map(({ name }) => name));
  for (const control of controls) {
    const values = draft.filled.flatMap(([name, value]) => (name === control.name ? [value] : []));
    if (isTicked(control) === null) {
      if (control.value === '') control.value = values[0] ?? '';
    } else if (!answered.has(control.name) && values.includes(control.value)) {
      (control as HTMLInputElement).checked = true;
    }
  }
}

/** In frames of other sites and in strict browsers any use of a storage throws. */
function stored<T>(act: () => T): T | null {
  try {
    return act();
  } catch {
    return null;
  }
}

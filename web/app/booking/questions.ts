import type { FormField } from '../../../schemas/shapes/forms.ts';
import { questionName } from '../../parts/question-names.ts';

/** The questions of this page's form, as the server wrote them beside it. */
export function readQuestions(): readonly FormField[] {
  const text = document.getElementById('questions')?.textContent;
  return text ? (JSON.parse(text) as FormField[]) : [];
}

/** The part with one control, its label, hints and problem. */
export const frameOf = (form: HTMLFormElement, id: string): HTMLElement | null =>
  form.querySelector<HTMLElement>(`[data-field="${id}"]`);

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** The controls of a part, also within a hidden question. The country beside a phone number is none: the number names it in the end. */
export const controlsIn = (part: ParentNode): Control[] => [
  ...part.querySelectorAll<Control>('input:not([type=hidden]), select:not(.phone select), textarea'),
];

export const isTicked = (control: Control): boolean | null =>
  control instanceof HTMLInputElement && (control.type === 'radio' || control.type === 'checkbox')
    ? control.checked
    : null;

/** The country beside a phone number. */
export const countryIn = (frame: ParentNode): string =>
  frame.querySelector<HTMLSelectElement>('.phone select')?.value ?? '';

/** The current answer, as a form would send it: text, or a list where several may be chosen. */
export function answerIn(frame: ParentNode, { key, type }: FormField): string | string[] {
  const values = controlsIn(frame)
    .filter((control) => control.name === questionName(key) && isTicked(control) !== false)
    .map(({ value }) => value);
  return type === 'multi_select' ? values : (values[0] ?? '');
}

/** What stands in the fields of a form, to compare. */
export const typedIn = (form: HTMLFormElement): string =>
  JSON.stringify([...new FormData(form)].map(([name, value]) => [name, String(value)]));

/** Lets the browser say what does not fit. @returns true: it all fits, or the form says it itself */
export const isFilledIn = (form: HTMLFormElement | null): form is HTMLFormElement =>
  form !== null && (form.noValidate || form.reportValidity());

type FormField = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const fieldsOf = (form: HTMLFormElement): FormField[] => [
  ...form.querySelectorAll<FormField>('input:not([type="hidden"]), textarea, select'),
];
const isChoice = (field: FormField): field is HTMLInputElement => field.matches('[type="checkbox"], [type="radio"]');
const standsIn = (field: FormField): string => (isChoice(field) ? String(field.checked) : field.value);
/** Of a field that appeared later. */
const drawnWith = (field: FormField): string => {
  if (field instanceof HTMLSelectElement) return field.value;
  return isChoice(field) ? String(field.defaultChecked) : field.defaultValue;
};

/** What stood in each field at first. */
export type AtFirst = ReadonlyMap<Element, string>;
export const atFirst = (form: HTMLFormElement): AtFirst =>
  new Map(fieldsOf(form).map((field) => [field, standsIn(field)]));

/** Whether it would hurt to type it again: two fields were changed, one of them typed, or a text of several lines. */
export function isMuchTyped(form: HTMLFormElement, first: AtFirst): boolean {
  const changed = fieldsOf(form).filter((field) => {
    // Of radio buttons the one that is chosen now counts.
    if (field.matches('[type="radio"]') && !(field as HTMLInputElement).checked) return false;
    return standsIn(field) !== (first.get(field) ?? drawnWith(field));
  });
  const isTyped = changed.some((field) => !isChoice(field) && !(field instanceof HTMLSelectElement));
  return (isTyped && changed.length > 1) || changed.some((field) => field instanceof HTMLTextAreaElement);
}

import { toE164 } from '../../../domain/forms/phone-numbers.ts';
import type { FormField } from '../../../schemas/shapes/forms.ts';
import { detailsWords } from '../../../texts/en/pages/details.ts';
import { questionId } from '../../parts/question-names.ts';
import { afterPress } from './after-press.ts';
import { answerProblem, isEmail } from './answer-check.ts';
import { isWrong, showProblem } from './field-problem.ts';
import type { GuestList } from './guest-list.ts';
import { pageLocale } from './page-locale.ts';
import { answerIn, controlsIn, countryIn, frameOf } from './questions.ts';

const LONGEST_NAME = 120;

/** One part of the form and its current problem. */
interface Check {
  readonly frame: HTMLElement;
  readonly problem: () => string | undefined;
}

/**
 * Shows a problem beside a field when the guest leaves it, removes it once corrected, and blocks sending until then.
 * It replaces the browser's bubbles: they use the browser's language and vanish at the next click.
 */
export function checkAsTyped(form: HTMLFormElement, questions: readonly FormField[], guests: GuestList | null): void {
  const checks = [...personChecks(form), ...questionChecks(form, questions), ...(guests ? [guests] : [])];
  const checkOf = (target: EventTarget | null): Check | undefined =>
    checks.find(({ frame }) => target instanceof Node && frame.contains(target));
  form.noValidate = true;
  form.addEventListener('focusout', ({ target }) => {
    completeAddress(target);
    completeNumber(target);
    const check = checkOf(target);
    // An empty field shows no problem yet.
    if (check && (isWrong(check.frame) || isFilled(check.frame)))
      afterPress(() => showProblem(check.frame, check.problem()));
  });
  form.addEventListener('input', ({ target }) => {
    const check = checkOf(target);
    if (check && isWrong(check.frame) && check.problem() === undefined) showProblem(check.frame, undefined);
  });
  form.addEventListener('submit', (event) => {
    const wrong = checks.filter(({ frame }) => !frame.hidden).filter((check) => hasProblem(check));
    if (wrong[0] === undefined) return;
    event.preventDefault();
    controlsIn(wrong[0].frame)
      .find((control) => !control.hidden)
      ?.focus();
  });
}

function hasProblem({ frame, problem }: Check): boolean {
  const text = problem();
  showProblem(frame, text);
  return text !== undefined;
}

const isFilled = (frame: HTMLElement): boolean =>
  controlsIn(frame).some(
    (control) =>
      control.matches(':checked') || (control.value !== '' && !control.matches('[type=radio], [type=checkbox]')),
  );

function personChecks(form: HTMLFormElement): Check[] {
  const words = detailsWords;
  const typedIn = (id: string): string => form.querySelector<HTMLInputElement>(`#${id}`)?.value.trim() ?? '';
  const checks = {
    name: () => {
      if (typedIn('name') === '') return words.noName;
      return typedIn('name').length > LONGEST_NAME ? words.badName : undefined;
    },
    email: () => (isEmail(typedIn('email')) ? undefined : words.badEmail),
  };
  return Object.entries(checks).flatMap(([id, problem]) => {
    const frame = frameOf(form, id);
    return frame ? [{ frame, problem }] : [];
  });
}

function questionChecks(form: HTMLFormElement, questions: readonly FormField[]): Check[] {
  const locale = pageLocale();
  return questions.flatMap((question) => {
    const frame = frameOf(form, questionId(question.key));
    if (!frame) return [];
    const problem = () => answerProblem(question, answerIn(frame, question), locale, countryIn(frame));
    return [{ frame, problem }];
  });
}

/** People leave out https:// in web addresses. */
function completeAddress(target: EventTarget | null): void {
  if (!(target instanceof HTMLInputElement) || target.type !== 'url') return;
  const text = target.value.trim();
  if (/^[^\s/:@]+\.[^\s:@]{2,}$/.test(text)) target.value = `https://${text}`;
}

/** Says in the number itself which country it is of: what is kept, sent and read then is the same. */
function completeNumber(target: EventTarget | null): void {
  if (!(target instanceof HTMLInputElement) || target.type !== 'tel') return;
  target.value = toE164(target.value, countryIn(target.parentElement ?? document)) ?? target.value;
}

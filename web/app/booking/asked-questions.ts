import { askedKeys } from '../../../domain/forms/answers-from-text.ts';
import { isConditional } from '../../../domain/forms/conditions.ts';
import type { FormField } from '../../../schemas/shapes/forms.ts';
import { questionId } from '../../parts/question-names.ts';
import { answerIn, controlsIn, frameOf } from './questions.ts';

/** Shows a question while its condition holds. A hidden question is neither sent nor required. */
export function showAsked(form: HTMLFormElement, questions: readonly FormField[]): void {
  if (!questions.some(isConditional)) return;
  const update = (): void => {
    const answers = questions.map((question) => {
      const frame = frameOf(form, questionId(question.key));
      return [question.key, frame ? answerIn(frame, question) : ''];
    });
    const asked = askedKeys(questions, Object.fromEntries(answers));
    for (const question of questions.filter(isConditional)) ask(form, question, asked.has(question.key));
  };
  form.addEventListener('input', update);
  form.addEventListener('change', update);
  // A browser that returns to this page restores the fields after this script has run.
  addEventListener('pageshow', update);
  update();
}

function ask(form: HTMLFormElement, { key, required }: FormField, isAsked: boolean): void {
  const frame = frameOf(form, questionId(key));
  if (!frame) return;
  frame.hidden = !isAsked;
  // "Only if …" is for pages without a script.
  frame.querySelector('.only-if')?.remove();
  for (const control of controlsIn(frame)) {
    control.disabled = !isAsked;
    if (!(control instanceof HTMLInputElement && control.type === 'checkbox')) control.required = required && isAsked;
  }
}

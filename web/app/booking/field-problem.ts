import { questionWords } from '../../../texts/en/pages/details.ts';
import { announce } from './announce.ts';
import { controlsIn } from './questions.ts';

/** Shows a problem beside its field as the server would, or removes it. */
export function showProblem(frame: HTMLElement, text: string | undefined): void {
  const id = `${frame.dataset.field}-problem`;
  const shown = frame.querySelector<HTMLElement>('.problem');
  frame.classList.toggle('wrong', text !== undefined);
  for (const control of controlsIn(frame)) {
    if (text === undefined) control.removeAttribute('aria-invalid');
    else control.setAttribute('aria-invalid', 'true');
  }
  describe(frame, id, text !== undefined);
  if (text === undefined) {
    shown?.remove();
  } else if (!shown?.textContent.endsWith(text)) {
    shown?.remove();
    addProblem(frame, id, text);
  }
}

export const isWrong = (frame: HTMLElement): boolean => frame.classList.contains('wrong');

function addProblem(frame: HTMLElement, id: string, text: string): void {
  const problem = document.createElement('p');
  const prefix = document.createElement('span');
  problem.className = 'problem';
  problem.id = id;
  prefix.className = 'vh';
  prefix.textContent = questionWords.error;
  problem.append(prefix, text);
  const first = frame.querySelector('.choices, .phone, .guest-list, input, select, textarea');
  first?.before(problem);
  announce(text);
}

/** Groups have the description themselves, other fields on their control. */
function describe(frame: HTMLElement, id: string, isShown: boolean): void {
  const described = frame.matches('fieldset') ? frame : controlsIn(frame).find((control) => !control.hidden);
  const ids = (described?.getAttribute('aria-describedby') ?? '').split(' ').filter((one) => one !== '' && one !== id);
  if (isShown) ids.push(id);
  if (ids.length > 0) described?.setAttribute('aria-describedby', ids.join(' '));
  else described?.removeAttribute('aria-describedby');
}

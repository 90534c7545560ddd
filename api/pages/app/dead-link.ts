import { deadLinkWords } from '../../../texts/en/pages/access.ts';
import { DEFAULT_LANGUAGE, type Language } from '../../../texts/languages.ts';
import { translated } from '../../../texts/translated.ts';
import type { ProblemPageProps } from '../../../web/pages/problem.tsx';
import type { Visit } from '../shell/visit.ts';

interface DeadLink {
  readonly title: string;
  readonly text: string;
  /** what to do, before the step that is always there */
  readonly steps?: readonly string[];
}

/** A link of a mail that does nothing any more: what happened, what to do, and the way to the home page, through sign-in if needed. */
export const deadLink = (
  { title, text, steps = [] }: DeadLink,
  language: Language = DEFAULT_LANGUAGE,
): ProblemPageProps => ({
  ...{ title, text },
  steps: [...steps, translated(deadLinkWords, language).last],
  link: { href: '/login?return_to=%2Fsettings%2Faccess', label: translated(deadLinkWords, language).settings },
});

/** A link that should have stopped something, and is of nothing that is known. */
export function showNothingStopped(visit: Visit): void {
  const { unknown: title, nothingStopped: text, cutOff } = visit.words(deadLinkWords);
  visit.show('problem', deadLink({ title, text, steps: [cutOff] }, visit.locale.language), 404);
}

import { DEFAULT_LANGUAGE, inLanguages, type Language } from '../../../domain/languages.ts';
import type { ProblemPageProps } from '../../../web/pages/problem.tsx';

const deadLinkWords = inLanguages(
  {
    last: 'In your settings you see all keys, agents, apps and passkeys that have a way in, and end each.',
    settings: 'Go to your settings',
  },
  {
    last: 'In Ihren Einstellungen sehen Sie alle Schlüssel, Agenten, Apps und Passkeys mit Zugang, und beenden sie einzeln.',
    settings: 'Zu Ihren Einstellungen',
  },
);

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
  steps: [...steps, deadLinkWords[language].last],
  link: { href: '/login?return_to=%2Fsettings%2Faccess', label: deadLinkWords[language].settings },
});

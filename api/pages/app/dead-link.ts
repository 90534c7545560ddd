import type { ProblemPageProps } from '../../../web/pages/problem.tsx';

interface DeadLink {
  readonly title: string;
  readonly text: string;
  /** what to do, before the step that is always there */
  readonly steps?: readonly string[];
}

/** A link of a mail that does nothing any more: what happened, what to do, and the way to the home page, through sign-in if needed. */
export const deadLink = ({ title, text, steps = [] }: DeadLink): ProblemPageProps => ({
  ...{ title, text },
  steps: [...steps, 'In your settings you see all keys, agents, apps and passkeys that have a way in, and end each.'],
  link: { href: '/login?return_to=%2Fsettings%2Faccess', label: 'Go to your settings' },
});

import { pageWords } from '../../parts/page-words.ts';
import { PlaceHead } from '../place-head.tsx';
import { AgentsSection } from './agents-section.tsx';

const say = pageWords(
  {
    title: 'Your agents',
  },
  {
    title: 'Ihre Agenten',
  },
);

/** /settings/agents: agents that act in the person's name. */
export const AgentsPage = () => (
  <>
    <PlaceHead title={say.title} />
    <AgentsSection />
  </>
);

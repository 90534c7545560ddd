import { agentsPageWords as say } from '../../../../texts/en/dashboard/identity.ts';
import { PlaceHead } from '../place-head.tsx';
import { AgentsSection } from './agents-section.tsx';

/** /settings/agents: agents that act in the person's name. */
export const AgentsPage = () => (
  <>
    <PlaceHead title={say.title} />
    <AgentsSection />
  </>
);

import { pageWords } from '../../parts/page-words.ts';
import { PlaceHead } from '../place-head.tsx';
import { ConnectedApps } from './connected-apps.tsx';

const say = pageWords(
  {
    title: 'Connected apps',
  },
  {
    title: 'Verbundene Apps',
  },
);

/** /settings/grants: apps that the person has connected. */
export const GrantsPage = () => (
  <>
    <PlaceHead title={say.title} />
    <ConnectedApps />
  </>
);

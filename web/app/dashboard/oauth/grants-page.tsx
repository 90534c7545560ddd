import { grantsPageWords as say } from '../../../../texts/en/dashboard/oauth.ts';
import { PlaceHead } from '../place-head.tsx';
import { ConnectedApps } from './connected-apps.tsx';

/** /settings/grants: apps that the person has connected. */
export const GrantsPage = () => (
  <>
    <PlaceHead title={say.title} />
    <ConnectedApps />
  </>
);

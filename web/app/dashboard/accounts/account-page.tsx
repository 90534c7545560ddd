import { PlaceHead } from '../place-head.tsx';
import { useDashboard } from '../workspaces/dashboard-context.ts';
import { LinkedAccounts } from './linked-accounts.tsx';
import { Passkeys } from './passkeys.tsx';
import { ProfileSection } from './profile-section.tsx';
import { Sessions } from './sessions.tsx';

/** /settings/account: the person, and the ways in. */
export function AccountPage() {
  const { person } = useDashboard();
  return (
    <>
      <PlaceHead title={person.name} lead={`You sign in as ${person.email}.`} />
      <div className="cards">
        <ProfileSection />
        <Passkeys />
        <LinkedAccounts />
        <Sessions />
      </div>
    </>
  );
}

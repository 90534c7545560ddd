import { accountPageWords as say } from '../../../../texts/en/dashboard/accounts.ts';
import { PlaceHead } from '../place-head.tsx';
import { useDashboard } from '../workspaces/dashboard-context.ts';
import { DeleteAccount } from './delete-account.tsx';
import { LinkedAccounts } from './linked-accounts.tsx';
import { Passkeys } from './passkeys.tsx';
import { PhotoSection } from './photo-section.tsx';
import { ProfileSection } from './profile-section.tsx';
import { Sessions } from './sessions.tsx';

/** /settings/account: the person, and the ways in. */
export function AccountPage() {
  const { person } = useDashboard();
  return (
    <>
      <PlaceHead title={say.title} lead={say.lead(person.name, person.email)} />
      <div className="cards">
        <ProfileSection />
        <PhotoSection />
        <Passkeys />
        <LinkedAccounts />
        <Sessions />
        <DeleteAccount />
      </div>
    </>
  );
}

import { useState } from 'react';
import { PROVIDER_NAMES } from '../../../../domain/accounts/providers.ts';
import { useApi } from '../../data/api-context.ts';
import type { OutputOf } from '../../data/call.ts';
import { useLoad } from '../../data/use-load.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { useDone } from '../../parts/done.tsx';
import { LoadState } from '../../parts/load-state.tsx';
import { Section } from '../../parts/section.tsx';
import { dayOf } from '../../parts/words.ts';

type LinkedAccount = OutputOf<'listLinkedAccounts'>['linkedAccounts'][number];

const nameOf = ({ provider, email }: LinkedAccount): string =>
  email === null ? PROVIDER_NAMES[provider] : `${PROVIDER_NAMES[provider]}, ${email}`;

const HINT = 'Accounts at Google, Microsoft and Apple that sign you in. One is linked when you first sign in with it.';

/** The person's accounts at providers: list, unlink. */
export function LinkedAccounts() {
  const { call } = useApi();
  const [ending, setEnding] = useState<LinkedAccount | null>(null);
  const { done, report } = useDone();
  const accounts = useLoad('linked-accounts', () => call('listLinkedAccounts', {}));
  return (
    <Section title="Linked accounts" hint={HINT} done={done} anchor="linked-accounts">
      <LoadState {...accounts} what="your linked accounts">
        {({ linkedAccounts }) => <LinkedAccountList linkedAccounts={linkedAccounts} onUnlink={setEnding} />}
      </LoadState>
      {ending && (
        <Confirm
          title={`Unlink ${nameOf(ending)}?`}
          verb="Unlink"
          onClose={() => setEnding(null)}
          act={() =>
            report(`${nameOf(ending)} is unlinked.`, async () => {
              await call('unlinkAccount', { linkedAccountId: ending.id });
              await accounts.reload();
            })
          }
        >
          <p>
            Browsers that it signed in are signed out, except this one. A mailed link always lets you in. Who signs in
            there again with your address links it anew, and a mail tells you.
          </p>
        </Confirm>
      )}
    </Section>
  );
}

interface LinkedAccountListProps extends OutputOf<'listLinkedAccounts'> {
  readonly onUnlink: (account: LinkedAccount) => void;
}

function LinkedAccountList({ linkedAccounts, onUnlink }: LinkedAccountListProps) {
  if (linkedAccounts.length === 0) return <p className="small quiet none">No linked accounts.</p>;
  return (
    <ul className="rows" aria-label="Linked accounts">
      {linkedAccounts.map((account) => (
        <li key={account.id}>
          <div>
            <p>
              <strong>{PROVIDER_NAMES[account.provider]}</strong>
              {account.email !== null && <> {account.email}</>}
            </p>
            <p className="small quiet">
              linked {dayOf(account.createdAt)}
              {account.lastUsedAt !== null && ` · last used ${dayOf(account.lastUsedAt)}`}
            </p>
          </div>
          <button type="button" className="button second compact" onClick={() => onUnlink(account)}>
            Unlink<span className="vh"> {nameOf(account)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

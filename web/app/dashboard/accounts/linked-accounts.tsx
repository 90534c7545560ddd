import { useState } from 'react';
import { PROVIDER_NAMES } from '../../../../domain/accounts/providers.ts';
import { linkedAccountsWords as say } from '../../../../texts/en/dashboard/accounts.ts';
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

/** The person's accounts at providers: list, unlink. */
export function LinkedAccounts() {
  const { call } = useApi();
  const [ending, setEnding] = useState<LinkedAccount | null>(null);
  const { done, report } = useDone();
  const accounts = useLoad('linked-accounts', () => call('listLinkedAccounts', {}));
  return (
    <Section title={say.title} hint={say.hint} done={done} anchor="linked-accounts">
      <LoadState {...accounts} what={say.what}>
        {({ linkedAccounts }) => <LinkedAccountList linkedAccounts={linkedAccounts} onUnlink={setEnding} />}
      </LoadState>
      {ending && (
        <Confirm
          title={say.ask(nameOf(ending))}
          verb={say.unlink}
          onClose={() => setEnding(null)}
          act={() =>
            report(say.done(nameOf(ending)), async () => {
              await call('unlinkAccount', { linkedAccountId: ending.id });
              await accounts.reload();
            })
          }
        >
          <p>{say.text}</p>
        </Confirm>
      )}
    </Section>
  );
}

interface LinkedAccountListProps extends OutputOf<'listLinkedAccounts'> {
  readonly onUnlink: (account: LinkedAccount) => void;
}

function LinkedAccountList({ linkedAccounts, onUnlink }: LinkedAccountListProps) {
  if (linkedAccounts.length === 0) return <p className="small quiet none">{say.none}</p>;
  return (
    <ul className="rows" aria-label={say.title}>
      {linkedAccounts.map((account) => (
        <li key={account.id}>
          <div>
            <p>
              <strong>{PROVIDER_NAMES[account.provider]}</strong>
              {account.email !== null && <> {account.email}</>}
            </p>
            <p className="small quiet">
              {say.linked(dayOf(account.createdAt))}
              {account.lastUsedAt !== null && ` · ${say.used(dayOf(account.lastUsedAt))}`}
            </p>
          </div>
          <button type="button" className="button second compact" onClick={() => onUnlink(account)}>
            {say.unlink}
            <span className="vh"> {nameOf(account)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

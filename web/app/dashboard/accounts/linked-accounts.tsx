import { useState } from 'react';
import { PROVIDER_NAMES } from '../../../../domain/accounts/providers.ts';
import { useApi } from '../../data/api-context.ts';
import type { OutputOf } from '../../data/call.ts';
import { useLoad } from '../../data/use-load.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { useDone } from '../../parts/done.tsx';
import { LoadState } from '../../parts/load-state.tsx';
import { pageWords } from '../../parts/page-words.ts';
import { Section } from '../../parts/section.tsx';
import { dayOf } from '../../parts/words.ts';

const say = pageWords(
  {
    hint: 'Accounts at Google, Microsoft and Apple that sign you in. One is linked when you first sign in with it.',
    title: 'Linked accounts',
    what: 'your linked accounts',
    ask: (name: string) => `Unlink ${name}?`,
    unlink: 'Unlink',
    done: (name: string) => `${name} is unlinked.`,
    text: 'Browsers that it signed in are signed out, except this one. A mailed link always lets you in. Who signs in there again with your address links it anew, and a mail tells you.',
    none: 'No linked accounts.',
    linked: (day: string) => `linked ${day}`,
    used: (day: string) => `last used ${day}`,
  },
  {
    hint: 'Konten bei Google, Microsoft und Apple, mit denen Sie sich anmelden. Verknüpft wird eines bei der ersten Anmeldung damit.',
    title: 'Verknüpfte Konten',
    what: 'Ihre verknüpften Konten',
    ask: (name: string) => `Verknüpfung mit ${name} lösen?`,
    unlink: 'Lösen',
    done: (name: string) => `Die Verknüpfung mit ${name} ist gelöst.`,
    text: 'Browser, die sich damit anmeldeten, werden abgemeldet, dieser nicht. Ein Link per Mail lässt Sie immer ein. Wer sich dort mit Ihrer Adresse wieder anmeldet, verknüpft es neu, und Sie erfahren es per Mail.',
    none: 'Keine verknüpften Konten.',
    linked: (day: string) => `verknüpft am ${day}`,
    used: (day: string) => `zuletzt benutzt am ${day}`,
  },
);

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

import { useState } from 'react';
import { passkeysWords as say } from '../../../../texts/en/dashboard/accounts.ts';
import { useApi } from '../../data/api-context.ts';
import type { OutputOf } from '../../data/call.ts';
import { useLoad } from '../../data/use-load.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { useDone } from '../../parts/done.tsx';
import { LoadState } from '../../parts/load-state.tsx';
import { Section } from '../../parts/section.tsx';
import { dayOf } from '../../parts/words.ts';
import { AddPasskey } from './add-passkey.tsx';

type Passkey = OutputOf<'listPasskeys'>['passkeys'][number];

/** Only https pages and localhost have them, in browsers that know them. */
const hasPasskeys = (): boolean => 'PublicKeyCredential' in window;

/** The person's passkeys: add, list, remove. */
export function Passkeys() {
  const { call } = useApi();
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<Passkey | null>(null);
  const { done, report } = useDone();
  const passkeys = useLoad('passkeys', () => call('listPasskeys', {}));
  const isFull = passkeys.state.status === 'ready' && passkeys.state.data.passkeys.length >= passkeys.state.data.most;
  const add = hasPasskeys() && !isFull && (
    <button type="button" className="button second compact" onClick={() => setAdding(true)}>
      {say.add}
    </button>
  );
  return (
    <Section title={say.title} hint={say.hint} action={add} done={done} anchor="passkeys">
      <LoadState {...passkeys} what={say.what}>
        {(answer) => <PasskeyList {...answer} onRemove={setRemoving} />}
      </LoadState>
      {adding && (
        <AddPasskey onAdded={(name) => report(say.added(name), passkeys.reload)} onClose={() => setAdding(false)} />
      )}
      {removing && (
        <Confirm
          title={say.ask(removing.name)}
          verb={say.verb}
          onClose={() => setRemoving(null)}
          act={() =>
            report(say.removed(removing.name), async () => {
              await call('removePasskey', { passkeyId: removing.id });
              await passkeys.reload();
            })
          }
        >
          <p>{say.text}</p>
        </Confirm>
      )}
    </Section>
  );
}

interface PasskeyListProps extends OutputOf<'listPasskeys'> {
  readonly onRemove: (passkey: Passkey) => void;
}

function PasskeyList({ passkeys, most, onRemove }: PasskeyListProps) {
  return (
    <>
      {passkeys.length === 0 && <p className="small quiet none">{hasPasskeys() ? say.none : say.noneHere}</p>}
      {passkeys.length >= most && <p className="small quiet">{say.most(most)}</p>}
      {passkeys.length > 0 && (
        <ul className="rows" aria-label={say.title}>
          {passkeys.map((passkey) => (
            <li key={passkey.id}>
              <PasskeyFacts passkey={passkey} />
              <button type="button" className="button second compact" onClick={() => onRemove(passkey)}>
                {say.remove}
                <span className="vh"> {passkey.name}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function PasskeyFacts({ passkey: { name, status, synced, createdAt, lastUsedAt } }: { passkey: Passkey }) {
  return (
    <div>
      <p>
        <strong>{name}</strong>
        {status === 'blocked' && <span className="tag">{say.blocked}</span>}
        {synced && <span className="tag">{say.synced}</span>}
      </p>
      <p className="small quiet">
        {say.since(dayOf(createdAt))} · {lastUsedAt === null ? say.never : say.used(dayOf(lastUsedAt))}
      </p>
      {status === 'blocked' && <p className="small">{say.copy}</p>}
    </div>
  );
}

import { useState } from 'react';
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

const HINT = 'Sign in by fingerprint, face or PIN of your device, without a mail.';

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
      Add a passkey
    </button>
  );
  return (
    <Section title="Passkeys" hint={HINT} action={add} done={done} anchor="passkeys">
      <LoadState {...passkeys} what="your passkeys">
        {(answer) => <PasskeyList {...answer} onRemove={setRemoving} />}
      </LoadState>
      {adding && (
        <AddPasskey
          onAdded={(name) => report(`${name} signs you in from now on.`, passkeys.reload)}
          onClose={() => setAdding(false)}
        />
      )}
      {removing && (
        <Confirm
          title={`Remove ${removing.name}?`}
          verb="Remove passkey"
          onClose={() => setRemoving(null)}
          act={() =>
            report(`${removing.name} is removed.`, async () => {
              await call('removePasskey', { passkeyId: removing.id });
              await passkeys.reload();
            })
          }
        >
          <p>
            It signs nobody in any more, and browsers that it signed in are signed out, except this one. Your device may
            still offer it: delete it there, too. A mailed link always lets you in.
          </p>
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
      {passkeys.length === 0 && (
        <p className="small quiet none">
          {hasPasskeys() ? 'No passkeys yet.' : 'No passkeys yet. This browser cannot make one.'}
        </p>
      )}
      {passkeys.length >= most && <p className="small quiet">You have {most}, which is the most.</p>}
      {passkeys.length > 0 && (
        <ul className="rows" aria-label="Passkeys">
          {passkeys.map((passkey) => (
            <li key={passkey.id}>
              <PasskeyFacts passkey={passkey} />
              <button type="button" className="button second compact" onClick={() => onRemove(passkey)}>
                Remove<span className="vh"> {passkey.name}</span>
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
        {status === 'blocked' && <span className="tag">Blocked</span>}
        {synced && <span className="tag">Synced</span>}
      </p>
      <p className="small quiet">
        added {dayOf(createdAt)} · {lastUsedAt === null ? 'never used' : `last used ${dayOf(lastUsedAt)}`}
      </p>
      {status === 'blocked' && (
        <p className="small">
          It counts its uses, and the count went back: somebody may have a copy. Remove it and add a new one.
        </p>
      )}
    </div>
  );
}

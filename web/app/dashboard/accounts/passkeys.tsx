import { useState } from 'react';
import { useApi } from '../../data/api-context.ts';
import type { OutputOf } from '../../data/call.ts';
import { useLoad } from '../../data/use-load.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { useDone } from '../../parts/done.tsx';
import { LoadState } from '../../parts/load-state.tsx';
import { pageWords } from '../../parts/page-words.ts';
import { Section } from '../../parts/section.tsx';
import { dayOf } from '../../parts/words.ts';
import { AddPasskey } from './add-passkey.tsx';

const say = pageWords(
  {
    hint: 'Sign in by fingerprint, face or PIN of your device, without a mail.',
    add: 'Add a passkey',
    title: 'Passkeys',
    what: 'your passkeys',
    added: (name: string) => `${name} signs you in from now on.`,
    ask: (name: string) => `Remove ${name}?`,
    verb: 'Remove passkey',
    removed: (name: string) => `${name} is removed.`,
    text: 'It signs nobody in any more, and browsers that it signed in are signed out, except this one. Your device may still offer it: delete it there, too. A mailed link always lets you in.',
    none: 'No passkeys yet.',
    noneHere: 'No passkeys yet. This browser cannot make one.',
    most: (most: number) => `You have ${most}, which is the most.`,
    remove: 'Remove',
    blocked: 'Blocked',
    synced: 'Synced',
    since: (day: string) => `added ${day}`,
    never: 'never used',
    used: (day: string) => `last used ${day}`,
    copy: 'It counts its uses, and the count went back: somebody may have a copy. Remove it and add a new one.',
  },
  {
    hint: 'Melden Sie sich mit Fingerabdruck, Gesicht oder PIN Ihres Geräts an, ohne Mail.',
    add: 'Passkey hinzufügen',
    title: 'Passkeys',
    what: 'Ihre Passkeys',
    added: (name: string) => `${name} meldet Sie ab jetzt an.`,
    ask: (name: string) => `${name} entfernen?`,
    verb: 'Passkey entfernen',
    removed: (name: string) => `${name} ist entfernt.`,
    text: 'Er meldet niemanden mehr an, und Browser, die sich mit ihm anmeldeten, werden abgemeldet, dieser nicht. Ihr Gerät bietet ihn vielleicht noch an: Löschen Sie ihn auch dort. Ein Link per Mail lässt Sie immer ein.',
    none: 'Noch keine Passkeys.',
    noneHere: 'Noch keine Passkeys. Dieser Browser kann keinen anlegen.',
    most: (most: number) => `Sie haben ${most}, mehr gehen nicht.`,
    remove: 'Entfernen',
    blocked: 'Gesperrt',
    synced: 'Synchronisiert',
    since: (day: string) => `hinzugefügt am ${day}`,
    never: 'nie benutzt',
    used: (day: string) => `zuletzt benutzt am ${day}`,
    copy: 'Er zählt seine Benutzungen, und die Zahl ging zurück: Vielleicht hat jemand eine Kopie. Entfernen Sie ihn, und fügen Sie einen neuen hinzu.',
  },
);

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

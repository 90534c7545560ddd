import { Notice } from '../../../parts/notice.tsx';
import { useAction } from '../../data/use-action.ts';
import { dayOf, minuteOf, noticeOf } from '../../parts/words.ts';
import type { Key } from './use-access.ts';

interface KeyListProps {
  readonly keys: readonly Key[];
  readonly onRevoke: (key: Key) => void;
  /** for a key never used: nothing can break */
  readonly revokeNow: (key: Key) => Promise<void>;
  readonly onCreate: () => void;
}

const SCOPE_WORDS = {
  'workspace.act': 'acts as its creator',
  'workspace.read': 'reads',
  'billing.manage': 'manages billing',
} as const;

/** An app that a person connected: it has no key of which something could be shown. */
export const isApp = ({ prefix }: Key): boolean => prefix === 'connector';

const isOver = ({ revokedAt, expiresAt }: Key): boolean =>
  revokedAt !== null || (expiresAt !== null && Date.parse(expiresAt) <= Date.now());

/** Active keys first; ended keys are folded away. */
export function KeyList({ keys, onRevoke, revokeNow, onCreate }: KeyListProps) {
  const action = useAction(revokeNow);
  const active = keys.filter((key) => !isOver(key));
  const over = keys.filter(isOver);
  return (
    <>
      {action.error && <Notice notice={noticeOf(action.error)} />}
      {active.length === 0 && (
        <div className="empty">
          <p>
            <strong>No keys yet.</strong>
          </p>
          <p className="quiet small">
            Run <code>holdfast login</code> in a terminal, let an agent ask for one, or{' '}
            <button type="button" className="link-button" onClick={onCreate}>
              make a key here
            </button>
            .
          </p>
        </div>
      )}
      <ul className="rows" aria-label="Working keys">
        {active.map((key) => (
          <li key={key.id}>
            <KeyFacts item={key} />
            <button
              type="button"
              className="button second danger compact"
              aria-disabled={action.busy}
              onClick={() => (key.lastUsedAt === null ? void action.run(key) : onRevoke(key))}
            >
              Revoke<span className="vh"> {key.name}</span>
            </button>
          </li>
        ))}
      </ul>
      {over.length > 0 && (
        <details className="over-list">
          <summary>Revoked and expired ({over.length})</summary>
          <ul className="rows">
            {over.map((key) => (
              <li key={key.id}>
                <KeyFacts item={key} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

function KeyFacts({ item: key }: { item: Key }) {
  return (
    <div>
      <p>
        <strong>{key.name}</strong>{' '}
        {isApp(key) ? <span className="tag">Connected app</span> : <code className="small">{key.prefix}…</code>}
        {key.prefix.includes('_test_') && <span className="tag">Test</span>}
        {key.lastUsedAt === null && !isOver(key) && <span className="tag warn">Never used</span>}
      </p>
      <p className="small quiet">
        {sentence(key.scopes.map((scope) => SCOPE_WORDS[scope]))} · made {dayOf(key.createdAt)}
        {key.lastUsedAt !== null && ` · last used ${minuteOf(key.lastUsedAt)}`}
        {endWords(key)}
      </p>
    </div>
  );
}

const sentence = (words: readonly string[]): string => {
  const text = words.join(', ');
  return text.charAt(0).toUpperCase() + text.slice(1);
};

function endWords({ revokedAt, expiresAt }: Key): string {
  if (revokedAt !== null) return ` · revoked ${dayOf(revokedAt)}`;
  if (expiresAt === null) return '';
  return Date.parse(expiresAt) <= Date.now() ? ` · expired ${dayOf(expiresAt)}` : ` · until ${dayOf(expiresAt)}`;
}

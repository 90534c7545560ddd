import { keyListWords as say } from '../../../../texts/en/dashboard/access.ts';
import { Notice } from '../../../parts/notice.tsx';
import { useAction } from '../../data/use-action.ts';
import { FirstOnly } from '../../parts/first-only.tsx';
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
  'workspace.act': say.acts,
  'workspace.read': say.reads,
  'billing.manage': say.billing,
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
            <strong>{say.none}</strong>
          </p>
          <p className="quiet small">
            {say.run} <code>holdfast login</code> {say.ask}{' '}
            <button type="button" className="link-button" onClick={onCreate}>
              {say.make}
            </button>
            .
          </p>
        </div>
      )}
      <ul className="rows" aria-label={say.working}>
        {active.map((key) => (
          <li key={key.id}>
            <KeyFacts item={key} />
            <button
              type="button"
              className="button second danger compact"
              aria-disabled={action.busy}
              onClick={() => (key.lastUsedAt === null ? void action.run(key) : onRevoke(key))}
            >
              {say.revoke}
              <span className="vh"> {key.name}</span>
            </button>
          </li>
        ))}
      </ul>
      {over.length > 0 && (
        <details className="over-list">
          <summary>{say.over(over.length)}</summary>
          <ul className="rows">
            {over.map((key) => (
              <li key={key.id}>
                <KeyFacts item={key} />
              </li>
            ))}
          </ul>
        </details>
      )}
      <FirstOnly count={keys.length} />
    </>
  );
}

function KeyFacts({ item: key }: { item: Key }) {
  return (
    <div>
      <p>
        <strong>{key.name}</strong>{' '}
        {isApp(key) ? <span className="tag">{say.app}</span> : <code className="small">{key.prefix}…</code>}
        {key.prefix.includes('_test_') && <span className="tag">{say.test}</span>}
        {key.lastUsedAt === null && !isOver(key) && <span className="tag warn">{say.never}</span>}
      </p>
      <p className="small quiet">
        {sentence(key.scopes.map((scope) => SCOPE_WORDS[scope]))} · {say.made(dayOf(key.createdAt))}
        {key.lastUsedAt !== null && ` · ${say.used(minuteOf(key.lastUsedAt))}`}
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
  if (revokedAt !== null) return ` · ${say.revoked(dayOf(revokedAt))}`;
  if (expiresAt === null) return '';
  return Date.parse(expiresAt) <= Date.now()
    ? ` · ${say.expired(dayOf(expiresAt))}`
    : ` · ${say.until(dayOf(expiresAt))}`;
}

import { useEffect, useState, useSyncExternalStore } from 'react';
import { unsavedWords as say } from '../../../texts/en/dashboard/parts.ts';
import {
  isSessionOver,
  onSessionEnd,
  type Renewal,
  renewSession,
  setSessionOver,
  signInAddress,
} from '../data/session-end.ts';
import { Dialog } from './dialog.tsx';
import { useToast } from './toast.tsx';

const SAYS: Readonly<Record<Exclude<Renewal, 'renewed'>, string>> = {
  signed_out: say.stillOut,
  somebody_else: say.somebody,
  away: say.away,
};

/** The session ended while something was typed: the page stays as it is, and another tab signs in. */
export function SignedOut() {
  const isOver = useSyncExternalStore(onSessionEnd, isSessionOver);
  return isOver && <SignInElsewhere />;
}

function SignInElsewhere() {
  const toast = useToast();
  const [said, setSaid] = useState('');
  const look = async (): Promise<void> => {
    const outcome = await renewSession();
    if (outcome === 'renewed') toast(say.back);
    else setSaid(SAYS[outcome]);
  };
  useEffect(() => {
    // Back from the other tab.
    const onReturn = (): void => void (document.visibilityState === 'visible' && look());
    document.addEventListener('visibilitychange', onReturn);
    return () => document.removeEventListener('visibilitychange', onReturn);
  });
  return (
    <Dialog title={say.over} onClose={() => setSessionOver(false)}>
      <p>{say.overText}</p>
      <p className="small" role="status">
        {said}
      </p>
      <div className="actions">
        <a className="button" href={signInAddress()} target="_blank" rel="noopener">
          {say.signIn} <span className="small">{say.newTab}</span>
        </a>
        <button type="button" className="button second" onClick={() => void look()}>
          {say.again}
        </button>
      </div>
    </Dialog>
  );
}

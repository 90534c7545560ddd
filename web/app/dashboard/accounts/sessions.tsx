import { useState } from 'react';
import { Notice } from '../../../parts/notice.tsx';
import { useApi } from '../../data/api-context.ts';
import type { OutputOf } from '../../data/call.ts';
import { useAction } from '../../data/use-action.ts';
import { useLoad } from '../../data/use-load.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { useDone } from '../../parts/done.tsx';
import { LoadState } from '../../parts/load-state.tsx';
import { Section } from '../../parts/section.tsx';
import { dayOf, minuteOf, noticeOf } from '../../parts/words.ts';
import { browserName } from './browser-name.ts';

type Session = OutputOf<'listSessions'>['sessions'][number];

const METHOD_WORDS: Readonly<Record<Session['method'], string>> = {
  email: 'by mailed link',
  google: 'with Google',
  microsoft: 'with Microsoft',
  local: 'by a click',
  passkey: 'with a passkey',
};

export function Sessions() {
  const { call } = useApi();
  const [leaving, setLeaving] = useState(false);
  const { done, report } = useDone();
  const sessions = useLoad('sessions', () => call('listSessions', {}));
  const end = ({ id, userAgent }: Session): Promise<void> =>
    report(`${browserName(userAgent)} is signed out.`, async () => {
      await call('revokeSession', { sessionId: id });
      await sessions.reload();
    });
  const leaveAll = (
    <button type="button" className="button second compact" onClick={() => setLeaving(true)}>
      Sign out everywhere
    </button>
  );
  return (
    <Section title="Signed-in browsers" hint="Sign out what you do not know." action={leaveAll} done={done}>
      <LoadState {...sessions} what="your sessions">
        {(answer) => <SessionList sessions={answer.sessions} onEnd={end} />}
      </LoadState>
      {leaving && (
        <Confirm
          title="Sign out everywhere?"
          verb="Sign out everywhere"
          onClose={() => setLeaving(false)}
          act={async () => {
            await call('revokeAllSessions', {});
            location.assign('/login?done=signed-out');
          }}
        >
          <p>All your browsers are signed out, this one too. Keys and agents go on working.</p>
        </Confirm>
      )}
    </Section>
  );
}

interface SessionListProps {
  readonly sessions: readonly Session[];
  readonly onEnd: (session: Session) => Promise<void>;
}

function SessionList({ sessions, onEnd }: SessionListProps) {
  const end = useAction(onEnd);
  return (
    <>
      {end.error && <Notice notice={noticeOf(end.error)} />}
      <ul className="rows" aria-label="Signed-in browsers">
        {sessions.map((session) => (
          <li key={session.id}>
            <SessionFacts session={session} />
            {!session.current && (
              <button
                type="button"
                className="button second compact"
                aria-disabled={end.busy}
                onClick={() => void end.run(session)}
              >
                Sign out<span className="vh"> {browserName(session.userAgent)}</span>
              </button>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

function SessionFacts({ session }: { session: Session }) {
  const { userAgent, ip, method, createdAt, lastSeenAt, current } = session;
  return (
    <div>
      <p>
        <strong>{browserName(userAgent)}</strong>
        {current && <span className="tag">This browser</span>}
      </p>
      <p className="small quiet">
        {ip} · in since {dayOf(createdAt)}, {METHOD_WORDS[method]} · last seen {minuteOf(lastSeenAt)}
      </p>
    </div>
  );
}

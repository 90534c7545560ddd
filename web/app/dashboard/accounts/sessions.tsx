import { useState } from 'react';
import { sessionsWords as say } from '../../../../texts/en/dashboard/accounts.ts';
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
  email: say.email,
  google: say.google,
  microsoft: say.microsoft,
  local: say.click,
  passkey: say.passkey,
};

export function Sessions() {
  const { call } = useApi();
  const [leaving, setLeaving] = useState(false);
  const { done, report } = useDone();
  const sessions = useLoad('sessions', () => call('listSessions', {}));
  const end = ({ id, userAgent }: Session): Promise<void> =>
    report(say.ended(browserName(userAgent)), async () => {
      await call('revokeSession', { sessionId: id });
      await sessions.reload();
    });
  const leaveAll = (
    <button type="button" className="button second compact" onClick={() => setLeaving(true)}>
      {say.everywhere}
    </button>
  );
  return (
    <Section title={say.title} hint={say.hint} action={leaveAll} done={done}>
      <LoadState {...sessions} what={say.what}>
        {(answer) => <SessionList sessions={answer.sessions} onEnd={end} />}
      </LoadState>
      {leaving && (
        <Confirm
          title={say.ask}
          verb={say.everywhere}
          onClose={() => setLeaving(false)}
          act={async () => {
            await call('revokeAllSessions', {});
            location.assign('/login?done=signed-out');
          }}
        >
          <p>{say.text}</p>
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
      <ul className="rows" aria-label={say.title}>
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
                {say.out}
                <span className="vh"> {browserName(session.userAgent)}</span>
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
        {current && <span className="tag">{say.here}</span>}
      </p>
      <p className="small quiet">
        {ip} · {say.since(dayOf(createdAt), METHOD_WORDS[method])} · {say.seen(minuteOf(lastSeenAt))}
      </p>
    </div>
  );
}

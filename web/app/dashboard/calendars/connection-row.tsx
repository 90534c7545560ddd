import { PROVIDER_NAMES } from '../../../../domain/accounts/providers.ts';
import { connectionRowWords as say } from '../../../../texts/en/dashboard/calendars.ts';
import { Standing } from './standing.tsx';
import { accountName, type Connection } from './use-listed.ts';

export interface RowActions {
  readonly onChoose: (connection: Connection) => void;
  readonly onDisconnect: (connection: Connection) => void;
  readonly onReconnect: (connection: Connection) => void;
}

interface ConnectionRowProps {
  readonly connection: Connection;
  readonly isOwn: boolean;
  /** The person's calendars count, as far as we know. */
  readonly counts: boolean;
  readonly actions: RowActions;
}

/** An account: its state in words, when it was read, what it does. */
export function ConnectionRow({ connection, isOwn, counts, actions }: ConnectionRowProps) {
  const { email, provider, host } = connection;
  return (
    <li className="calendar-account">
      <div>
        <p>
          <strong>
            <bdi>{email}</bdi>
          </strong>
          <span className="quiet small">
            {PROVIDER_NAMES[provider]}
            {!isOwn && ` · ${host.name}`}
          </span>
          <StateTag connection={connection} />
        </p>
        <Standing connection={connection} isOwn={isOwn} counts={counts} />
      </div>
      {isOwn && <Buttons connection={connection} actions={actions} />}
    </li>
  );
}

function StateTag({ connection: { seatStatus, problem, asOf } }: Pick<ConnectionRowProps, 'connection'>) {
  if (seatStatus === 'reconnect_required') return <span className="tag warn">{say.again}</span>;
  if (problem !== null) return <span className="tag warn">{say.unread}</span>;
  if (seatStatus === 'active' && asOf === null) return <span className="tag">{say.reading}</span>;
  return seatStatus === 'unassigned' ? <span className="tag">{say.nothing}</span> : null;
}

function Buttons({ connection, actions }: Pick<ConnectionRowProps, 'connection' | 'actions'>) {
  const { seatStatus } = connection;
  const whose = <span className="vh"> {accountName(connection)}</span>;
  return (
    <div className="row-actions">
      {seatStatus === 'reconnect_required' ? (
        <button type="button" className="button compact" onClick={() => actions.onReconnect(connection)}>
          {say.again}
          {whose}
        </button>
      ) : (
        <button type="button" className="button second compact" onClick={() => actions.onChoose(connection)}>
          {say.choose}
          <span className="vh">{say.of}</span>
          {whose}
        </button>
      )}
      <button type="button" className="button second compact" onClick={() => actions.onDisconnect(connection)}>
        {say.leave}
        {whose}
      </button>
    </div>
  );
}

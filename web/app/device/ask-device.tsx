import { useState } from 'react';
import { askDeviceWords as say } from '../../../texts/en/dashboard/device.ts';
import { Notice } from '../../parts/notice.tsx';
import { chosen, ROLE_WORDS } from '../dashboard/workspaces/choice.ts';
import { useApi } from '../data/api-context.ts';
import { CallError } from '../data/call.ts';
import { useAction } from '../data/use-action.ts';
import { clockOf, minuteOf, noticeOf, zoneHere } from '../parts/words.ts';
import { Headline } from './headline.tsx';
import type { Outcome } from './outcome.tsx';
import { askerOf, type Device, type Mine } from './shapes.ts';

interface AskDeviceProps {
  readonly device: Device;
  readonly mine: Mine;
  readonly onDecided: (outcome: Outcome) => void;
}

/** Refusals that end the flow. */
const ENDS: Readonly<Record<string, Outcome>> = { session_expired: 'expired', already_decided: 'decided' };

/** The caller, its request, two buttons of equal weight. */
export function AskDevice({ device, mine, onDecided }: AskDeviceProps) {
  const { call } = useApi();
  const [workspaceId, setWorkspaceId] = useState(chosen(mine.workspaces)?.id ?? '');
  const decide = useAction(async (decision: 'approve' | 'deny') => {
    try {
      const request = { userCode: device.userCode, decision, workspaceId };
      onDecided((await call('decideDevice', request, workspaceId)).status);
    } catch (error) {
      const end = error instanceof CallError ? ENDS[error.reason] : undefined;
      if (end === undefined) throw error;
      onDecided(end);
    }
  });
  return (
    <>
      <Headline>{say.title}</Headline>
      <p className="lead">
        <strong>{askerOf(device)}</strong> {say.asks}
      </p>
      <p className="user-code">
        <span className="vh">{say.code}</span>
        {device.userCode}
      </p>
      <DeviceFacts device={device} />
      <WorkspaceChoice mine={mine} chosenId={workspaceId} onChoose={setWorkspaceId} />
      {decide.error && <Notice notice={noticeOf(decide.error)} />}
      {workspaceId !== '' && (
        <div className="actions pair">
          <Choice label={say.deny} isBusy={decide.busy} onPress={() => void decide.run('deny')} />
          <Choice label={say.approve} isBusy={decide.busy} onPress={() => void decide.run('approve')} />
        </div>
      )}
    </>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly isBusy: boolean;
  readonly onPress: () => void;
}

function Choice({ label, isBusy, onPress }: ChoiceProps) {
  return (
    <button type="button" className="button second" aria-disabled={isBusy} onClick={onPress}>
      {label}
    </button>
  );
}

function DeviceFacts({ device: { agentName, clientName, ip, createdAt, expiresAt } }: { device: Device }) {
  return (
    <dl className="facts">
      <div>
        <dt>{say.agent}</dt>
        <dd>{agentName ?? <span className="quiet">{say.silent}</span>}</dd>
      </div>
      <div>
        <dt>{say.app}</dt>
        <dd>{clientName ?? <span className="quiet">{say.silent}</span>}</dd>
      </div>
      <div>
        <dt>{say.address}</dt>
        <dd>{ip}</dd>
      </div>
      <div>
        <dt>{say.asked}</dt>
        <dd>
          <time dateTime={createdAt}>{minuteOf(createdAt)}</time>
          <span className="small quiet"> ({zoneHere()})</span>
        </dd>
      </div>
      <div>
        <dt>{say.until}</dt>
        <dd>
          <time dateTime={expiresAt}>{clockOf(expiresAt)}</time>
        </dd>
      </div>
    </dl>
  );
}

interface WorkspaceChoiceProps {
  readonly mine: Mine;
  readonly chosenId: string;
  readonly onChoose: (id: string) => void;
}

/** The key is bound to one workspace. If there are several, the person must choose. */
function WorkspaceChoice({ mine: { user, workspaces }, chosenId, onChoose }: WorkspaceChoiceProps) {
  const workspace = workspaces.find(({ id }) => id === chosenId);
  if (!workspace)
    return (
      <Notice
        notice={{
          tone: 'warning',
          title: say.none,
          text: say.noneText,
        }}
      />
    );
  return (
    <>
      {workspaces.length > 1 && (
        <div className="field">
          <label htmlFor="workspace">{say.workspace}</label>
          <select id="workspace" value={chosenId} onChange={(event) => onChoose(event.target.value)}>
            {workspaces.map(({ id, name, role }) => (
              <option key={id} value={id}>
                {name} ({ROLE_WORDS[role].toLowerCase()})
              </option>
            ))}
          </select>
        </div>
      )}
      <p className="grant">
        {say.get} <strong>{workspace.name}</strong> {say.may(ROLE_WORDS[workspace.role], user.email)}
      </p>
    </>
  );
}

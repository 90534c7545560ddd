import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { nameWords, webhookWords as say } from '../../../../texts/en/dashboard/webhooks.ts';
import { useApi } from '../../data/api-context.ts';
import type { CallError } from '../../data/call.ts';
import { useAction } from '../../data/use-action.ts';
import { Failure } from '../../parts/failure.tsx';
import { Switch } from '../../parts/switch.tsx';
import { useToast } from '../../parts/toast.tsx';
import { minuteOf } from '../../parts/words.ts';
import { useDashboard } from '../workspaces/dashboard-context.ts';
import { EndpointMenu } from './endpoint-menu.tsx';
import { type EndpointProps, shortUrl, type Webhook } from './webhook.ts';

/** One address: what it gets, how it does, and what can be done with it. */
export function EndpointRow(props: EndpointProps) {
  const { endpoint } = props;
  const { id, url, description, enabled, disabledReason } = endpoint;
  const [failure, setFailure] = useState<CallError | null>(null);
  return (
    <li>
      <div>
        <p>
          <strong className="address">{shortUrl(url)}</strong>
          {!enabled && <span className="tag warn">{nameWords.off[disabledReason ?? 'by_hand']}</span>}
          {endpoint.failingSince !== null && (
            <span className="tag warn">{say.failing(minuteOf(endpoint.failingSince))}</span>
          )}
        </p>
        {description !== '' && <bdi className="small">{description}</bdi>}
        <p className="small quiet">{factsOf(endpoint)}</p>
        {endpoint.oldSecretUntil !== null && (
          <p className="small quiet">{say.oldSecret(minuteOf(endpoint.oldSecretUntil))}</p>
        )}
        {disabledReason === 'access_stopped' && <p className="small event-notice">{say.stopped}</p>}
        {endpoint.rotateAdvised && disabledReason !== 'access_stopped' && (
          <p className="small event-notice">{say.advised}</p>
        )}
        {failure && <Failure error={failure} />}
      </div>
      <div className="row-actions">
        <Enabled {...props} onFailure={setFailure} />
        <TestButton {...props} onFailure={setFailure} />
        <EndpointMenu {...props}>
          <Link className="menu-item" to="/settings/webhooks" search={{ endpoint: id }}>
            {say.deliveries}
          </Link>
        </EndpointMenu>
      </div>
    </li>
  );
}

function factsOf({ events, payload, lastSuccessAt }: Webhook): ReactNode {
  return [
    events === null ? say.allEvents : say.someEvents(events.length),
    payload === 'full' ? say.fullShort : say.thinShort,
    lastSuccessAt === null ? say.never : say.lastSuccess(minuteOf(lastSuccessAt)),
  ].join(' · ');
}

interface ActProps extends EndpointProps {
  /** null: it worked */
  readonly onFailure: (error: CallError | null) => void;
}

/** Whether it gets events. */
function Enabled({ endpoint: { id, url, enabled }, onChanged, onFailure }: ActProps) {
  const { call } = useApi();
  const { workspace } = useDashboard();
  const write = async (on: boolean): Promise<void> => {
    await call('updateWebhook', { webhookId: id, enabled: on }, workspace.id);
    await onChanged('');
  };
  return (
    <Switch
      isOn={enabled}
      label={say.gets(shortUrl(url))}
      words={{ on: say.on, off: nameWords.off.by_hand }}
      write={write}
      said={(on) => (on ? say.isOn(shortUrl(url)) : say.isOff(shortUrl(url)))}
      onFailure={onFailure}
    />
  );
}

const isOfDeliveries = (key: unknown, workspaceId: string): boolean =>
  String(key).startsWith(`deliveries ${workspaceId}`);

/** Sends one event, and says what came back. */
function TestButton({ endpoint: { id, url }, onChanged, onFailure }: ActProps) {
  const { call } = useApi();
  const { workspace } = useDashboard();
  const toast = useToast();
  const read = useQueryClient();
  const test = useAction(async () => {
    onFailure(null);
    const answer = await call('pingWebhook', { webhookId: id }, workspace.id)
      .catch((error: CallError) => {
        onFailure(error);
        throw error;
      })
      // The list below has it now, also if the answer was lost.
      .finally(
        () => void read.invalidateQueries({ predicate: ({ queryKey: [key] }) => isOfDeliveries(key, workspace.id) }),
      );
    const { state, status, failure, tookMs } = answer.delivery;
    const isOver = state === 'delivered' || state === 'given_up';
    const went = status === null ? (failure ? nameWords.failures[failure] : '') : String(status);
    // Before the message: another act takes it away.
    await onChanged('');
    if (!isOver) toast(say.testWaits);
    else toast(state === 'delivered' && status !== null ? say.tested(status, tookMs ?? 0) : say.testFailed(went));
  });
  return (
    <button type="button" className="button second compact" aria-disabled={test.busy} onClick={() => void test.run()}>
      {test.busy ? say.testing : say.test}
      <span className="vh"> {shortUrl(url)}</span>
    </button>
  );
}

import { nameWords, webhookWords as say } from '../../../../texts/en/dashboard/webhooks.ts';
import { Notice } from '../../../parts/notice.tsx';
import { useApi } from '../../data/api-context.ts';
import { useAction } from '../../data/use-action.ts';
import { Failure } from '../../parts/failure.tsx';
import { minuteOf } from '../../parts/words.ts';
import { useDashboard } from '../workspaces/dashboard-context.ts';
import { type Delivery, shortUrl, type Webhook } from './webhook.ts';
import { eventWords } from './webhook-words.ts';

interface DeliveryRowProps {
  readonly delivery: Delivery;
  readonly endpoint: Webhook | undefined;
  readonly onChanged: (said: string) => Promise<void>;
}

/** One event on its way to one address: how it went, what was said on both sides, and another try. */
export function DeliveryRow({ delivery, endpoint, onChanged }: DeliveryRowProps) {
  const { call } = useApi();
  const { workspace } = useDashboard();
  const again = useAction(async () => {
    await call('redeliverWebhook', { deliveryId: delivery.id }, workspace.id);
    await onChanged(say.sentAgain);
  });
  const { state, event, createdAt } = delivery;
  const isOver = state === 'delivered' || state === 'given_up';
  return (
    <li>
      <div>
        <p>
          <strong>{eventWords(event)}</strong>
          <span className={state === 'given_up' ? 'tag warn' : 'tag'}>{nameWords.states[state]}</span>
          <code className="small quiet">{event}</code>
        </p>
        <p className="small quiet">{wentOf(delivery)}</p>
        {endpoint && <p className="small quiet address">{shortUrl(endpoint.url)}</p>}
        {again.error?.reason === 'webhook_disabled' && (
          <Notice notice={{ tone: 'warning', title: say.disabledFirst }} />
        )}
        {again.error && again.error.reason !== 'webhook_disabled' && <Failure error={again.error} />}
        <Details delivery={delivery} />
      </div>
      {isOver && (
        <div className="row-actions">
          <button
            type="button"
            className="button second compact"
            aria-disabled={again.busy}
            onClick={() => void again.run()}
          >
            {say.again}
            <span className="vh">
              {' '}
              {eventWords(event)}, {minuteOf(createdAt)}
            </span>
          </button>
        </div>
      )}
    </li>
  );
}

const wentOf = ({ createdAt, attempts, status, tookMs, nextAttemptAt }: Delivery): string =>
  [
    minuteOf(createdAt),
    say.attempts(attempts),
    ...(status === null ? [] : [say.answered(status, tookMs)]),
    ...(nextAttemptAt === null ? [] : [say.next(minuteOf(nextAttemptAt))]),
  ].join(' · ');

function Details({ delivery: { eventId, event, data, answer, failure } }: { readonly delivery: Delivery }) {
  const sent = JSON.stringify({ type: event, data }, null, 2);
  return (
    <details className="webhook-details small">
      <summary>{say.details}</summary>
      <p className="quiet">
        {say.request} · <code>webhook-id: {eventId}</code>
      </p>
      <pre>
        <code>{sent}</code>
      </pre>
      <p className="quiet">{say.requestMore}</p>
      {failure !== null && (
        <p>
          {say.why}: {nameWords.failures[failure]} <code className="quiet">{failure}</code>
        </p>
      )}
      {failure === null && <p className="quiet">{say.answer}</p>}
      {failure === null && (answer ? <pre>{answer}</pre> : <p className="quiet">{say.noAnswer}</p>)}
    </details>
  );
}

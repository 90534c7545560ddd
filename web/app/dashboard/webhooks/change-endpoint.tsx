import { webhookWords as say } from '../../../../texts/en/dashboard/webhooks.ts';
import { Notice } from '../../../parts/notice.tsx';
import { useApi } from '../../data/api-context.ts';
import { useAction } from '../../data/use-action.ts';
import { Failure } from '../../parts/failure.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { useDashboard } from '../workspaces/dashboard-context.ts';
import { EndpointFields, settingsIn, useEventsChosen } from './endpoint-fields.tsx';
import { shortUrl, type Webhook } from './webhook.ts';

interface ChangeEndpointProps {
  readonly endpoint: Webhook;
  readonly onSaved: (said: string) => Promise<void>;
  readonly onClose: () => void;
}

/** The settings of an endpoint. What another admin changed meanwhile is told, not overwritten. */
export function ChangeEndpoint({ endpoint, onSaved, onClose }: ChangeEndpointProps) {
  const { call } = useApi();
  const { workspace } = useDashboard();
  const { id: webhookId, version: expectedVersion } = endpoint;
  const chosen = useEventsChosen(endpoint.events);
  const action = useAction(async (form: FormData) => {
    if (!chosen.check(form)) return;
    const settings = settingsIn(form);
    await call('updateWebhook', { webhookId, expectedVersion, ...settings }, workspace.id);
    onClose();
    await onSaved(say.saved(shortUrl(settings.url)));
  });
  return (
    <FormDialog
      title={say.changeOf(shortUrl(endpoint.url))}
      action={action}
      submit={say.save}
      onClose={onClose}
      failure={(error) =>
        error.reason === 'changed_meanwhile' ? (
          <Notice
            notice={{
              tone: 'warning',
              title: say.changed(typeof error.details.changedBy === 'string' ? error.details.changedBy : null),
            }}
          />
        ) : (
          <Failure error={error} />
        )
      }
    >
      <EndpointFields endpoint={endpoint} chosen={chosen} error={action.error} />
    </FormDialog>
  );
}

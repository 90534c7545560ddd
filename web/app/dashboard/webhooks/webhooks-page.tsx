import { useSearch } from '@tanstack/react-router';
import { webhookWords as say } from '../../../../texts/en/dashboard/webhooks.ts';
import { Notice } from '../../../parts/notice.tsx';
import { useApi } from '../../data/api-context.ts';
import { everyPage } from '../../data/every-page.ts';
import { useLoad } from '../../data/use-load.ts';
import { PlaceHead } from '../place-head.tsx';
import { useDashboard } from '../workspaces/dashboard-context.ts';
import { DeliveriesSection } from './deliveries-section.tsx';
import { EndpointsSection } from './endpoints-section.tsx';

/** States change by themselves: an endpoint that fails for days is switched off. */
const LOOKS_EVERY_SECONDS = 15;

/** /settings/webhooks: who gets the workspace's events, and what came of each delivery. `?endpoint=…&state=given_up`: only those. */
export function WebhooksPage() {
  const { call } = useApi();
  const { workspace } = useDashboard();
  if (workspace.role !== 'owner' && workspace.role !== 'admin')
    return (
      <>
        <PlaceHead title={say.title} />
        <Notice notice={{ tone: 'info', title: say.noRole, text: say.noRoleText }} />
      </>
    );
  return <Webhooks key={workspace.id} call={call} workspaceId={workspace.id} />;
}

interface WebhooksProps {
  readonly call: ReturnType<typeof useApi>['call'];
  readonly workspaceId: string;
}

function Webhooks({ call, workspaceId }: WebhooksProps) {
  const search: { readonly endpoint?: string; readonly state?: string; readonly cursor?: string } = useSearch({
    strict: false,
  });
  const list = useLoad(
    `webhooks ${workspaceId}`,
    () =>
      everyPage(
        (page) => call('listWebhooks', page, workspaceId),
        ({ webhooks }) => webhooks,
      ),
    { everySeconds: LOOKS_EVERY_SECONDS },
  );
  const endpoints = list.state.status === 'ready' ? list.state.data : [];
  const lead = (
    <>
      {say.lead} <a href="/docs/webhooks">{say.docs}</a>
    </>
  );
  return (
    <>
      <PlaceHead title={say.title} lead={lead} />
      <div className="cards">
        <EndpointsSection list={list} />
        {endpoints.length > 0 && <DeliveriesSection endpoints={endpoints} search={search} />}
      </div>
    </>
  );
}

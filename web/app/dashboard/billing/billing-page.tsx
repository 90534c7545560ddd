import { billingPageWords as say } from '../../../../texts/en/dashboard/billing.ts';
import { PlaceHead } from '../place-head.tsx';
import type { Membership } from '../workspaces/choice.ts';
import { useDashboard, useWorkspaceView } from '../workspaces/dashboard-context.ts';
import { standingWords } from '../workspaces/workspace-standing.ts';
import { PlanSection } from './plan-section.tsx';
import { WhoPays } from './who-pays.tsx';

/** Who sees what the workspace costs. */
const BILLING: readonly Membership['role'][] = ['owner', 'admin', 'billing_only'];

/** /settings/billing */
export function BillingPage() {
  const { person, workspace } = useDashboard();
  const view = useWorkspaceView();
  const known = view.state.status === 'ready' ? view.state.data : null;
  return (
    <>
      <PlaceHead title={say.title} lead={standingWords(person, workspace, known)} />
      {BILLING.includes(workspace.role) ? (
        <PlanSection workspace={workspace} onChanged={view.reload} />
      ) : (
        <WhoPays workspace={workspace} />
      )}
    </>
  );
}

import { LinksSection } from '../links/links.tsx';
import { PlaceHead } from '../place-head.tsx';
import { useDashboard, useWorkspaceView } from '../workspaces/dashboard-context.ts';

/** /event-types: what guests can book, and the links to it. */
export function EventTypesPage() {
  const { workspace } = useDashboard();
  return (
    <>
      <PlaceHead title="Event types" />
      <LinksSection workspace={workspace} view={useWorkspaceView()} />
    </>
  );
}

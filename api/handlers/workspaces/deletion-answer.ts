import type { DeletedWorkspace } from '../../../store/ops/delete-workspace.ts';
import { flowId } from '../../../workflows/catalogue.ts';
import type { Context } from '../../core/handler.ts';

/** Tells the flow of the erasure, and starts those of the mails; the sweep starts those that this misses. */
export function tellFlows(context: Pick<Context, 'flowClient' | 'nameFlow'>, { id, mailIds }: DeletedWorkspace): void {
  context.nameFlow(flowId('workspaceErasure', id));
  if (mailIds.length > 0) context.flowClient.signal('workspaceErasure', { id, workspaceId: id }, 'changed');
  for (const mailId of mailIds) context.flowClient.start('mail', { id: mailId, workspaceId: null });
}

/** Of a call, as its caller sees it. */
export const deletionAnswer = ({ id, name, slug, eraseAt }: DeletedWorkspace, message: string) => ({
  workspace: { id, name, slug, eraseAt: eraseAt?.toISOString() ?? null },
  message,
});

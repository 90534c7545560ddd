import { invitationMessages } from '../../workflows/messages.ts';
import { searchAttributes } from '../../workflows/search-attributes.ts';
import {
  type FlowStart,
  invitationStart,
  memberRemovalStart,
  signInStart,
  trialStart,
} from '../../workflows/starts.ts';
import { createInPassing, type InPassingParts } from '../core/in-passing.ts';

/** The flows of accounts, begun for rows that stand already. Nobody waits for them: what does not begin is begun by the sweep. */
export interface AccountFlows {
  /** Mails a magic link. */
  mailLink(linkId: string): void;
  /** Ends a workspace's trial in time. */
  watchTrial(workspaceId: string): void;
  /** Mails an invitation; one that is under way looks once more. */
  mailInvitation(invitationId: string, workspaceId: string): void;
  /** Settles the meetings of a member who leaves. Resolves once that is over, or after two seconds: the row tells. */
  removeMember(removalId: string, workspaceId: string): Promise<void>;
}

const REMOVAL_WAIT_MS = 2_000;

export interface AccountFlowParts extends InPassingParts {
  readonly taskQueue: string;
}

export const createAccountFlows = ({ taskQueue, ...parts }: AccountFlowParts): AccountFlows => {
  const inPassing = createInPassing(parts);
  const begin = ({ workflow, ...start }: FlowStart<unknown>, workspaceId?: string): void =>
    inPassing(start.workflowId, (flows) =>
      flows.start(workflow, {
        ...start,
        taskQueue,
        // The sweep may have been first.
        workflowIdConflictPolicy: 'USE_EXISTING',
        typedSearchAttributes:
          workspaceId === undefined ? [] : [{ key: searchAttributes.workspaceId, value: workspaceId }],
      }),
    );
  return {
    mailLink: (linkId) => begin(signInStart(linkId)),
    watchTrial: (workspaceId) => begin(trialStart(workspaceId), workspaceId),
    mailInvitation: (invitationId, workspaceId) => {
      const { workflow, ...start } = invitationStart(invitationId);
      inPassing(start.workflowId, (flows) =>
        flows.signalWithStart(workflow, {
          ...start,
          taskQueue,
          signal: invitationMessages.nudge,
          typedSearchAttributes: [{ key: searchAttributes.workspaceId, value: workspaceId }],
        }),
      );
    },
    removeMember: (removalId, workspaceId) => {
      const { workflow, ...start } = memberRemovalStart(removalId);
      const asked = parts.client().then((temporal) =>
        temporal.withDeadline(Date.now() + REMOVAL_WAIT_MS, async () => {
          const handle = await temporal.workflow.start(workflow, {
            ...start,
            taskQueue,
            workflowIdConflictPolicy: 'USE_EXISTING',
            typedSearchAttributes: [{ key: searchAttributes.workspaceId, value: workspaceId }],
          });
          await handle.result();
        }),
      );
      return inTime(asked, REMOVAL_WAIT_MS);
    },
  };
};

/** Done, failed or late: whoever waited looks at the row, and what did not begin is begun by the sweep. */
async function inTime(asked: Promise<unknown>, mostMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, mostMs);
  });
  await Promise.race([asked.catch(() => undefined), late]);
  clearTimeout(timer);
}

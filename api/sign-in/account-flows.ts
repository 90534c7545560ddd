import { searchAttributes } from '../../workflows/search-attributes.ts';
import { type FlowStart, signInStart, trialStart } from '../../workflows/starts.ts';
import { createInPassing, type InPassingParts } from '../in-passing.ts';

/** The flows of accounts, begun for rows that stand already. Nobody waits for them: what does not begin is begun by the sweep. */
export interface AccountFlows {
  /** Mails a magic link. */
  mailLink(linkId: string): void;
  /** Ends a workspace's trial in time. */
  watchTrial(workspaceId: string): void;
}

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
  };
};

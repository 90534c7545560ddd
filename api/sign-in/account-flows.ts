import type { Client } from '@temporalio/client';
import type { Logger } from 'pino';
import {
  SIGN_IN_WORKFLOW,
  type SignInStart,
  signInWorkflowId,
  TRIAL_WORKFLOW,
  type TrialStart,
  trialWorkflowId,
} from '../../workflows/messages.ts';
import { searchAttributes } from '../../workflows/search-attributes.ts';
import type { signIn } from '../../workflows/sign-in.ts';
import type { trial } from '../../workflows/trial.ts';
import { describeError } from '../request-log.ts';

const DEADLINE_MS = 2_500;

/** The flows of accounts, begun for rows that stand already. Nobody waits for them: what does not begin is begun by the sweep. */
export interface AccountFlows {
  /** Mails a magic link. */
  mailLink(linkId: string): void;
  /** Ends a workspace's trial in time. */
  watchTrial(workspaceId: string): void;
}

export interface AccountFlowParts {
  /** Asked for by the first call: its libraries take long to load. */
  readonly client: () => Promise<Client>;
  readonly taskQueue: string;
  readonly log: Logger;
}

export const createAccountFlows = ({ client, taskQueue, log }: AccountFlowParts): AccountFlows => {
  const inPassing = (workflowId: string, start: (temporal: Client) => Promise<unknown>): void => {
    const started = client().then((temporal) => temporal.withDeadline(Date.now() + DEADLINE_MS, () => start(temporal)));
    started.catch((error: unknown) =>
      log.warn({ workflowId, err: describeError(error, undefined) }, 'a flow did not begin; the sweep will begin it'),
    );
  };
  const flowOf = <Start>(workflowId: string, start: Start) => ({
    workflowId,
    taskQueue,
    args: [start] as [Start],
    // The sweep may have been first.
    workflowIdConflictPolicy: 'USE_EXISTING' as const,
  });
  return {
    mailLink: (linkId) =>
      inPassing(signInWorkflowId(linkId), ({ workflow }) =>
        workflow.start<typeof signIn>(SIGN_IN_WORKFLOW, {
          ...flowOf<SignInStart>(signInWorkflowId(linkId), { linkId }),
          staticSummary: `Sign-in link ${linkId}`,
        }),
      ),
    watchTrial: (workspaceId) =>
      inPassing(trialWorkflowId(workspaceId), ({ workflow }) =>
        workflow.start<typeof trial>(TRIAL_WORKFLOW, {
          ...flowOf<TrialStart>(trialWorkflowId(workspaceId), { workspaceId }),
          staticSummary: `Trial of ${workspaceId}`,
          typedSearchAttributes: [{ key: searchAttributes.workspaceId, value: workspaceId }],
        }),
      ),
  };
};

import {
  DEVICE_WORKFLOW,
  type DeviceStart,
  deviceWorkflowId,
  SIGN_IN_WORKFLOW,
  type SignInStart,
  signInWorkflowId,
  TRIAL_WORKFLOW,
  type TrialStart,
  trialWorkflowId,
} from './messages.ts';

/** How the flow of a row is started, whoever does it: the edge that wrote the row, or the sweep where the flow is gone. */
export interface FlowStart<Start> {
  readonly workflow: string;
  readonly workflowId: string;
  readonly args: [Start];
  readonly staticSummary: string;
}

export const deviceStart = (sessionId: string): FlowStart<DeviceStart> => ({
  workflow: DEVICE_WORKFLOW,
  workflowId: deviceWorkflowId(sessionId),
  args: [{ sessionId }],
  staticSummary: `Device session ${sessionId}`,
});

export const signInStart = (linkId: string): FlowStart<SignInStart> => ({
  workflow: SIGN_IN_WORKFLOW,
  workflowId: signInWorkflowId(linkId),
  args: [{ linkId }],
  staticSummary: `Sign-in link ${linkId}`,
});

export const trialStart = (workspaceId: string): FlowStart<TrialStart> => ({
  workflow: TRIAL_WORKFLOW,
  workflowId: trialWorkflowId(workspaceId),
  args: [{ workspaceId }],
  staticSummary: `Trial of ${workspaceId}`,
});

import { setCurrentDetails, workflowInfo } from '@temporalio/workflow';
import { type FlowName, flows } from './catalogue.ts';

/**
 * Shows operators how a flow stands. A run that continues another has lost the summary that the flow was started with, and nothing inside a
 * flow sets that again: there the words begin with it.
 */
export function showDetails(words: string): void {
  const { continuedFromExecutionRunId, workflowType, workflowId } = workflowInfo();
  const id = workflowId.slice(workflowId.indexOf('/') + 1);
  const summary = `${flows[workflowType as FlowName].summary(id)}\n\n`;
  setCurrentDetails(`${continuedFromExecutionRunId === undefined ? '' : summary}${words}`);
}

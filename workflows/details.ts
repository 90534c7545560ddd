import { setCurrentDetails, upsertSearchAttributes, workflowInfo } from '@temporalio/workflow';
import { type FlowName, flows } from './catalogue.ts';
import { searchAttributes } from './search-attributes.ts';

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

/**
 * Shows operators the state of a flow: in words, and to search by.
 * @param workspaceId of a row that came to a workspace after its flow had started
 */
export function showState<State extends string>(
  words: Readonly<Record<State, string>>,
  state: State,
  workspaceId: string | null = null,
): void {
  showDetails(words[state]);
  upsertSearchAttributes([
    { key: searchAttributes.flowState, value: state },
    ...(workspaceId === null ? [] : [{ key: searchAttributes.workspaceId, value: workspaceId }]),
  ]);
}

import type { Samples } from './sample.ts';

export const workspaceSamples: Samples = {
  'workspace.getWorkspace': { good: () => ({}) },
  'workspace.listTools': { good: () => ({}) },
  'workspace.executeTool': { good: () => ({ name: 'get_workspace' }) },
  'workspace.listCalendars': { good: () => ({}) },
};

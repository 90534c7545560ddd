import type { Samples } from './sample.ts';

export const workspaceSamples: Samples = {
  'workspace.getWorkspace': { good: () => ({}) },
  'workspace.updateWorkspace': { good: () => ({ name: 'Renamed' }), bad: { name: 'a\nb', slug: '' } },
  'workspace.listTools': { good: () => ({}) },
  'workspace.executeTool': { good: () => ({ name: 'get_workspace' }) },
  'workspace.listCalendars': { good: () => ({}) },
};

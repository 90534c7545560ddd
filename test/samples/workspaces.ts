import { png } from '../support/factories/pictures.ts';
import type { Samples } from './sample.ts';

export const workspaceSamples: Samples = {
  'workspaces.getWorkspace': { good: () => ({}) },
  'workspaces.updateWorkspace': {
    good: () => ({ name: 'Renamed' }),
    bad: { name: 'a\nb', slug: '', accentColor: 'red', upcomingPerNetwork: 0, upcomingPerMailDomain: 10_001 },
  },
  'workspaces.setWorkspaceAvatar': {
    good: () => ({ image: png.toString('base64') }),
    bad: { image: 'data:image/png;base64,AAAA' },
  },
  'workspaces.listTools': { good: () => ({}) },
  'workspaces.executeTool': { good: () => ({ name: 'get_workspace' }) },
};

import { png } from '../support/factories/pictures.ts';
import type { Samples } from './sample.ts';

export const workspaceSamples: Samples = {
  'workspace.getWorkspace': { good: () => ({}) },
  'workspace.updateWorkspace': {
    good: () => ({ name: 'Renamed' }),
    bad: { name: 'a\nb', slug: '', accentColor: 'red' },
  },
  'workspace.setWorkspaceAvatar': {
    good: () => ({ image: png.toString('base64') }),
    bad: { image: 'data:image/png;base64,AAAA' },
  },
  'workspace.listTools': { good: () => ({}) },
  'workspace.executeTool': { good: () => ({ name: 'get_workspace' }) },
  'workspace.listCalendars': { good: () => ({}) },
};

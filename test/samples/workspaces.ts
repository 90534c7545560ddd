import { png } from '../support/factories/pictures.ts';
import type { Samples } from './sample.ts';

export const workspaceSamples: Samples = {
  'workspaces.getWorkspace': { good: () => ({}) },
  'workspaces.updateWorkspace': {
    good: () => ({ name: 'Renamed' }),
    bad: { name: 'a\nb', slug: '', accentColor: 'red' },
  },
  'workspaces.setWorkspaceAvatar': {
    good: () => ({ image: png.toString('base64') }),
    bad: { image: 'data:image/png;base64,AAAA' },
  },
  'workspaces.listTools': { good: () => ({}) },
  'workspaces.executeTool': { good: () => ({ name: 'get_workspace' }) },
  'calendars.listCalendars': { good: () => ({}) },
};

import { createContext, useContext } from 'react';

/** The workspace that the page shows, by its slug. null: none, or it is not chosen yet. */
const WorkspaceContext = createContext<string | null>(null);

export const WorkspaceProvider = WorkspaceContext.Provider;

export const useWorkspaceSlug = (): string | null => useContext(WorkspaceContext);

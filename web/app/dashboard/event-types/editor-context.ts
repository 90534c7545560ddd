import { createContext, useContext } from 'react';
import type { EventType, Patch } from './event-type.ts';

/** The event type that a page changes. */
export interface Editor {
  readonly event: EventType;
  /** guests would not know how to join */
  readonly isWayInMissing: boolean;
  /** Sends the changed settings. @throws CallError */
  save(patch: Patch): Promise<void>;
  /** Shows in the preview what is typed. */
  preview(patch: Patch): void;
  /** Draws every group as it is saved. */
  discard(): void;
  /** Reads all anew, and draws every group again. */
  startAnew(): Promise<void>;
}

const EditorContext = createContext<Editor | null>(null);

export const EditorProvider = EditorContext.Provider;

export function useEditor(): Editor {
  const editor = useContext(EditorContext);
  if (!editor) throw new Error('EditorProvider is missing');
  return editor;
}

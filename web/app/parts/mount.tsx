import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { ApiProvider } from '../data/api-context.ts';
import { createCall } from '../data/call.ts';

/** Renders a page into the element that the server left for it, with the session's CSRF token. */
export function mount(page: ReactNode): void {
  const place = document.getElementById('app');
  const csrfToken = place?.dataset.csrfToken;
  if (!place || csrfToken === undefined) throw new Error('the page has no place');
  createRoot(place).render(<ApiProvider value={{ call: createCall(csrfToken), csrfToken }}>{page}</ApiProvider>);
}

import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { LocaleProvider } from '../../parts/locale.ts';
import { pageLocale } from '../booking/page-locale.ts';
import { type Api, ApiProvider } from '../data/api-context.ts';
import { createCall } from '../data/call.ts';
import { createQueryClient } from '../data/query-client.ts';
import { startWithToken, csrfToken as tokenNow } from '../data/session-end.ts';

/** Renders a page into the element that the server left for it, with the session's CSRF token. */
export function mount(page: ReactNode): void {
  const place = document.getElementById('app');
  const csrfToken = place?.dataset.csrfToken;
  if (!place || csrfToken === undefined) throw new Error('the page has no place');
  startWithToken(csrfToken);
  const api: Api = {
    call: createCall(tokenNow),
    get csrfToken() {
      return tokenNow();
    },
  };
  createRoot(place).render(
    <LocaleProvider value={pageLocale()}>
      <QueryClientProvider client={createQueryClient()}>
        <ApiProvider value={api}>{page}</ApiProvider>
      </QueryClientProvider>
    </LocaleProvider>,
  );
}

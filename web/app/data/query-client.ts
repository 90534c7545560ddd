import { QueryClient } from '@tanstack/react-query';

/** An answer this old is shown at once, and read again in the background. */
const FRESH_MS = 10_000;

/**
 * What the page has read, by key. A failed call is shown with its way to try again: no call is repeated in silence. Calls are made although the
 * browser takes itself for offline, since it can be wrong.
 */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: { queries: { staleTime: FRESH_MS, retry: false, networkMode: 'always' } },
  });

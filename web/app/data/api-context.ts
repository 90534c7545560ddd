import { createContext, useContext } from 'react';
import type { Call } from './call.ts';

/** What every part of a page may need. */
export interface Api {
  readonly call: Call;
  /** for the forms that go to a page instead of an operation */
  readonly csrfToken: string;
}

const ApiContext = createContext<Api | null>(null);

export const ApiProvider = ApiContext.Provider;

export function useApi(): Api {
  const api = useContext(ApiContext);
  if (!api) throw new Error('ApiProvider is missing');
  return api;
}

import { environment } from '../infra/config.ts';

/** What the environment tells scripts of the stack they try: where it answers, and a key to use in place of one of their own. */
export const given = {
  appUrl: environment.APP_URL ?? 'http://localhost:3000',
  publicUrl: environment.PUBLIC_URL ?? 'http://localhost:3001',
  apiKey: environment.HOLDFAST_API_KEY,
} as const;

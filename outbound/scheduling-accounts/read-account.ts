import type { AccountReader, ImportService, ReadAccount } from '../../domain/event-types/imports/account.ts';
import type { Outbound } from '../outbound.ts';
import { type Ask, askWith, Unread } from './ask.ts';
import { readCalcomAccount } from './calcom-account.ts';
import { readCalendlyAccount } from './calendly-account.ts';

const READS: Readonly<Record<ImportService, (ask: Ask) => Promise<ReadAccount>>> = {
  'cal.com': readCalcomAccount,
  calendly: readCalendlyAccount,
};

/** Reads accounts of other services, at their fixed addresses alone. */
export const accountReader =
  (outbound: Outbound): AccountReader =>
  async (service, apiKey) => {
    try {
      return await READS[service](askWith(outbound, apiKey));
    } catch (error) {
      if (error instanceof Unread) return { unread: error.reason };
      throw error;
    }
  };

import type { FormDefinition } from '../schemas/forms.ts';
import type { LocationType } from '../schemas/public-calendar.ts';
import type { BookingPolicy } from '../schemas/slots.ts';
import type { EventRules, Schedule } from './slots/types.ts';

/** One event of one host, with all that decides whether and when it can be booked. */
export interface BookingPage {
  readonly workspace: { readonly id: string; readonly slug: string; readonly name: string; readonly locked: boolean };
  readonly host: {
    readonly id: string;
    readonly name: string;
    readonly email: string;
    readonly username: string;
    /** where the host's times are told; null: they have no schedule */
    readonly timezone: string | null;
  };
  readonly eventType: {
    readonly id: string;
    readonly slug: string;
    readonly name: string;
    readonly description: string | null;
    readonly locationType: LocationType;
    readonly locationDetail: string | null;
    readonly requiresApproval: boolean;
    readonly policy: BookingPolicy;
  };
  readonly rules: EventRules;
  readonly form: { readonly id: string; readonly definition: FormDefinition } | null;
  /** null: the host has none; time off is the person's and lies with what keeps them busy. */
  readonly schedule: Schedule | null;
}

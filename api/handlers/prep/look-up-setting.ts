import type { EmailClass } from '../../../schemas/shapes/prep.ts';
import type { Queryable } from '../../../store/database.ts';
import { readLookUpRules } from '../../../store/prep/look-up-rules.ts';
import type { LookUpSetting } from '../../../store/prep/refresh-pack.ts';
import type { Services } from '../../core/services.ts';

interface GuestSetting extends LookUpSetting {
  readonly emailClass: EmailClass;
}

/** What decides about the look-up of a meeting besides the store: the kind of the guest's address, and this installation. */
export async function lookUpSettingOf(
  { mailDomains, looksUpGuests }: Pick<Services, 'mailDomains' | 'looksUpGuests'>,
  sql: Queryable,
  bookingId: string,
): Promise<GuestSetting> {
  const rules = await readLookUpRules(sql, bookingId);
  const { emailClass, companyDomain } = await mailDomains.classify(rules?.guestEmail ?? '');
  return { emailClass, domain: companyDomain, isOffHere: !looksUpGuests };
}

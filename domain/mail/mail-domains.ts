import type { BookingPolicy } from '../../schemas/shapes/slots.ts';
import type { ClassifiedEmail } from '../prep/classify-email.ts';

/** Which addresses an event accepts, by the part after the @. */
export interface MailDomains {
  /** @returns why the address is not accepted; null: it is, or the DNS gave no definite answer */
  readonly check: (
    email: string,
    policy: Pick<BookingPolicy, 'requireBusinessEmail' | 'blockRestrictedEmailDomains'>,
  ) => Promise<'business_email_required' | 'email_domain_blocked' | null>;
  /** The registered domain of an address, such as `acme.com` of `ada@mail.acme.com`; null: a mail provider's, or no domain. */
  readonly companyOf: (email: string) => Promise<string | null>;
  /** What kind of address it is, and the company that a prep pack looks up. */
  readonly classify: (email: string) => Promise<ClassifiedEmail>;
}

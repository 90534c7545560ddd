import type { EmailClass } from '../../schemas/shapes/prep.ts';
import { domainOfAddress, registeredDomain, withParents } from '../mail/address-domain.ts';
import type { MailDomainLists } from '../mail/mail-domain-lists.ts';
import { normalized } from '../normalized.ts';
import { isPublicName } from './public-name.ts';

/** Mailboxes of a post and not of a person (RFC 2142, and what firms use), without dots, hyphens and marks. */
const ROLES: ReadonlySet<string> = new Set(
  [
    'abuse accounting accounts admin administration billing booking bookings career careers contact contactus customerservice',
    'donotreply enquiries enquiry feedback finance frontdesk general hello help helpdesk hi hiring hostmaster hr info information',
    'inquiries inquiry invoice invoices it jobs legal mail mailbox management marketing media news newsletter noc noreply office',
    'ops operations order orders partners partnerships payroll postmaster pr press privacy procurement purchasing reception',
    'recruiting recruitment reservations sales secretary security service services shop staff support talent team webmaster welcome',
    'anfrage anfragen auftrag bewerbung buchhaltung buero einkauf empfang geschaeftsfuehrung kanzlei kontakt kundenservice personal',
    'post poststelle praxis rechnung rechnungen redaktion sekretariat vertrieb verkauf verwaltung zentrale',
    'accueil bonjour commercial compta comptabilite direction rh secretariat administracion contacto hola rrhh ventas',
    'amministrazione commerciale contatti segreteria vendite administratie verkoop atendimento contato vendas biuro',
  ].flatMap((line) => line.split(' ')),
);
/** Umlauts as firms write them in addresses. */
const UMLAUTS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' };

/** What an address says of its owner. */
export interface ClassifiedEmail {
  readonly emailClass: EmailClass;
  /** The registrable domain of the company to look up; null: `free`, `disposable` and `non_public` name none. */
  readonly companyDomain: string | null;
}

/**
 * Says what kind of address a guest gave. A role (`info@`) is one of a company: at a personal provider it is `free`, as a
 * small shop's often is, and what stands behind it is not looked up. Outside the public internet nobody can be asked, whatever the mailbox.
 * @param lists of `readMailDomainLists`
 */
export function classifyEmail(email: string, { isPersonal, isDisposable }: MailDomainLists): ClassifiedEmail {
  const domain = domainOfAddress(email);
  const within = withParents(domain);
  if (within.some(isDisposable)) return { emailClass: 'disposable', companyDomain: null };
  if (within.some(isPersonal)) return { emailClass: 'free', companyDomain: null };
  const companyDomain = isPublicName(domain) ? registeredDomain(domain) : null;
  if (companyDomain === null) return { emailClass: 'non_public', companyDomain };
  return { emailClass: isRole(email) ? 'role' : 'business', companyDomain };
}

function isRole(email: string): boolean {
  const mailbox = email.slice(0, Math.max(0, email.lastIndexOf('@'))).toLowerCase();
  const name = normalized(
    mailbox.replace(/\+.*$/, '').replace(/[äöüß]/g, (letter) => UMLAUTS[letter] ?? letter),
    'NFD',
  ).replace(/[\p{M}._-]/gu, '');
  return ROLES.has(name);
}

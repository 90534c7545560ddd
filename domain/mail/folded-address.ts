/** Domains of one provider that ignores dots in the local part (Google's help: "Dots don't matter in Gmail addresses"). */
const GMAIL = new Set(['gmail.com', 'googlemail.com']);

/**
 * The address under which mails to one inbox are counted: lower case, without a `+tag`, at Gmail without dots. Two addresses that fold to
 * the same reach the same person, as a rule. For counting and for refusals only: never mail to it.
 */
export function foldedAddress(address: string): string {
  const lower = address.trim().toLowerCase();
  const at = lower.lastIndexOf('@');
  const domain = lower.slice(at + 1).replace(/\.$/, '');
  const local = lower.slice(0, Math.max(at, 0)).replace(/^"(.*)"$/, '$1');
  const untagged = /^[^+]+/.exec(local)?.[0] ?? local;
  return GMAIL.has(domain) ? `${untagged.replaceAll('.', '')}@gmail.com` : `${untagged}@${domain}`;
}

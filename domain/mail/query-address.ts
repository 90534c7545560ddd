/**
 * An address as a query carried it. There a plus sign that was not written %2B arrives as a space, and before the @ no address has a space,
 * unless it is quoted. Text around the address and behind the @ stays for the check to refuse.
 */
export function addressFromQuery(text: string): string {
  const [, before, local = '', rest] = /^(\s*)([^"@\s][^"@]*)(@.*)$/.exec(text) ?? [];
  return rest === undefined ? text : `${before}${local.replaceAll(' ', '+')}${rest}`;
}

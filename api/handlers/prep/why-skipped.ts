import type { EnrichmentRecord, SkipReason } from '../../../schemas/shapes/enrichment-record.ts';
import type { EnrichmentRow } from '../../../store/prep/enrichments.ts';
import type { OffBy } from '../../../store/prep/look-up-rules.ts';

type Why = NonNullable<EnrichmentRecord['why']>;

/** For the agent or person who reads it: what kept it from being looked up, and what to do. */
const WORDS: Readonly<Record<SkipReason, string>> = {
  workspace_off: 'The workspace wanted no look-ups (prepLookups is false; update_workspace turns them on).',
  event_type_off: 'Its event type wanted no packs (prep is false; update_event_type turns them on).',
  test_key: 'A test key booked it: such guests are never looked up.',
  workspace_inactive: 'The plan of the workspace was not paid for.',
  installation_off: 'This installation looked nobody up (ENRICHMENT=off).',
  look_ups_off: 'Look-ups were off: of the workspace, the event type, the installation, or because of a test key.',
  no_credits: 'No credit was left. get_billing tells what is left; after buying some, refresh_prep_pack looks up.',
  personal_email: 'The address is of a personal or throw-away provider.',
  non_public_domain: 'The address is not of the public internet, so nobody can be asked about it.',
};

/** The same of what is so now. */
const NOW: typeof WORDS = {
  ...WORDS,
  workspace_off: 'The workspace wants no look-ups (prepLookups is false; update_workspace turns them on).',
  event_type_off: 'Its event type wants no packs (prep is false; update_event_type turns them on).',
  workspace_inactive: 'The plan of the workspace is not paid for.',
  installation_off: 'This installation looks nobody up (ENRICHMENT=off).',
  look_ups_off: 'Look-ups are off.',
  no_credits: 'No credit is left. get_billing tells what is left; after buying some, refresh_prep_pack looks up.',
};

const OFF: Readonly<Record<OffBy, SkipReason>> = {
  workspace: 'workspace_off',
  event_type: 'event_type_off',
  test_key: 'test_key',
  workspace_inactive: 'workspace_inactive',
  installation: 'installation_off',
};

/** Of an address that names no company to look up. */
export type NamesNoCompany = 'personal_email' | 'non_public_domain';

/** Why a look-up that is asked for now will not be, and what to do. */
export const whyNotNow = (reason: OffBy | 'no_credits' | NamesNoCompany): string =>
  NOW[reason === 'no_credits' || reason === 'personal_email' || reason === 'non_public_domain' ? reason : OFF[reason]];

/** These stay as they were: a refresh changes nothing. */
const FOR_GOOD: ReadonlySet<SkipReason> = new Set(['test_key', 'no_credits', 'personal_email', 'non_public_domain']);

function reasonOf({ status, offBy }: Pick<EnrichmentRow, 'status' | 'offBy'>): SkipReason | null {
  if (status === 'skipped_no_credits') return 'no_credits';
  if (status === 'skipped_personal_email') return 'personal_email';
  if (status === 'skipped_non_public_domain') return 'non_public_domain';
  if (status !== 'skipped_off') return null;
  // Of a release that did not note it.
  return offBy === null ? 'look_ups_off' : OFF[offBy];
}

/** What kept the company from being looked up, as it was noted then. */
export function whySkipped(row: Pick<EnrichmentRow, 'status' | 'offBy'>): { readonly why?: Why } {
  const reason = reasonOf(row);
  if (reason === null) return {};
  const later = FOR_GOOD.has(reason) ? '' : ' Once that has changed, refresh_prep_pack looks up.';
  return { why: { reason, message: `${WORDS[reason]}${later}` } };
}

import { enrichmentParts } from '../../domain/prep/enrichment-parts.ts';
import { makePack } from '../../domain/prep/make-pack.ts';
import type { MadePack } from '../../domain/prep/pack-input.ts';
import { inTransaction } from '../../store/database.ts';
import { writeParts } from '../../store/prep/enrichments.ts';
import { readPackInput } from '../../store/prep/pack-inputs.ts';
import { readInputsVersion, writePack } from '../../store/prep/prep-packs.ts';
import type { PrepDependencies } from './prep-dependencies.ts';

type Dependencies = Pick<PrepDependencies, 'sql' | 'onPrepFault'>;

/**
 * Makes a booking's pack of what is known now. A fault of our own code leaves the booking
 * without a new pack; one of the database is tried again.
 * @returns null: it was not made
 */
export async function makeAndStore({ sql, onPrepFault }: Dependencies, bookingId: string): Promise<MadePack | null> {
  const version = await readInputsVersion(sql, bookingId);
  const input = version === undefined ? undefined : await readPackInput(sql, bookingId);
  if (version === undefined || !input) return null;
  let made: { pack: MadePack; parts: ReturnType<typeof enrichmentParts> } | null = null;
  try {
    made = { pack: makePack(input), parts: enrichmentParts(input) };
  } catch (error) {
    onPrepFault(bookingId, 'pack', error);
  }
  await inTransaction(sql, async (tx) => {
    await writePack(tx, bookingId, { version, pack: made?.pack ?? null });
    if (made) await writeParts(tx, bookingId, made.parts);
  });
  return made?.pack ?? null;
}

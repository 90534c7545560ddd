import type { ErrorEnvelope } from '../../../schemas/errors.ts';

const WHOLE = 'Invalid request: ';

/**
 * A refusal as a model reads it. What the issues say, the message does not say again: it names the fields. REST keeps it whole, for people
 * who see the message alone.
 */
export function briefRefusal(envelope: ErrorEnvelope): ErrorEnvelope {
  const { code, message, details } = envelope.error;
  const issues = details?.issues ?? [];
  if (issues.length === 0 || !message.startsWith(WHOLE)) return envelope;
  const fields = issues.map(({ path }) => path).filter(Boolean);
  return { error: { code, message: `${WHOLE}${[...fields, 'see details.issues'].join(', ')}`, details } };
}

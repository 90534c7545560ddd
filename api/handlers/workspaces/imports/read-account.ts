import type { Actor } from '../../../../domain/access/actor.ts';
import {
  type ImportService,
  MOST_READ_EVENT_TYPES,
  type ReadAccount,
  type WhyUnread,
} from '../../../../domain/event-types/imports/account.ts';
import type { LeftOut } from '../../../../domain/event-types/imports/plan.ts';
import { AppError, invalid } from '../../../../schemas/errors.ts';
import type { Context } from '../../../core/handler.ts';
import { countRefused, requireFewRefused } from './refused-keys.ts';

const NAMES: Readonly<Record<ImportService, string>> = { 'cal.com': 'Cal.com', calendly: 'Calendly' };

/** What a header can carry. */
const KEY = /^[\x21-\x7e]+$/;
const RETRY_AFTER_SECONDS = 60;

/** Event types beyond those that were read, as an entry of its own: nothing is left out in silence. */
export const BEYOND: LeftOut = {
  ...{ kind: 'event_type', sourceId: null, name: '…' },
  why: `Of an account the first ${MOST_READ_EVENT_TYPES} event types are read. Send the answers with the others as export.`,
};

/**
 * What an account has, asked of its service. The call sleeps meanwhile: its own deadline is about us.
 * @throws AppError that names the field, and never holds the key
 */
export async function readAccount(
  { readAccount: read, caller, actor }: Pick<Context, 'readAccount' | 'caller'> & { readonly actor: Actor },
  service: ImportService,
  apiKey: string,
): Promise<ReadAccount> {
  if (!KEY.test(apiKey)) throw invalid([{ path: 'apiKey', message: 'must be the key alone: one line without spaces' }]);
  await requireFewRefused(actor);
  const reading = read(service, apiKey);
  const answer = await (caller.sleep?.during(reading) ?? reading);
  if ('unread' in answer && answer.unread === 'key_refused') await countRefused(actor);
  if ('unread' in answer) throw unread(service, answer.unread);
  if (answer.eventTypes.length === 0 && answer.schedules.length === 0) throw empty(service);
  return answer;
}

const refusal = (reason: string, field: string, message: string): AppError =>
  new AppError('request.unprocessable', message, { reason, field });

const empty = (service: ImportService): AppError =>
  refusal('import_empty', 'apiKey', `The account of apiKey at ${NAMES[service]} has no event types and no hours.`);

const KEY_ADVICE: Readonly<Record<ImportService, string>> = {
  'cal.com': 'Make a new one there (Settings, API keys); it begins with cal_.',
  calendly:
    'Make a new personal access token there (Integrations, API and webhooks), with the scopes users:read, event_types:read and availability:read.',
};

const BY_EXPORT = 'Send its answers as export instead.';

function unread(service: ImportService, why: WhyUnread): AppError {
  const name = NAMES[service];
  const away = (message: string, retryAfterSeconds: number) =>
    new AppError('service.unavailable', `${message} Nothing was made.`, {
      ...{ reason: `import_service_${why}`, dependency: service, retryAfterSeconds },
    });
  switch (why) {
    case 'key_refused':
      return refusal('import_key_refused', 'apiKey', `${name} refuses apiKey. ${KEY_ADVICE[service]}`);
    case 'too_large':
      return refusal('import_too_large', 'service', `The account at ${name} is too large to be read. ${BY_EXPORT}`);
    case 'unreadable':
      return refusal('import_unreadable', 'service', `${name} answers in a way that cannot be read here. ${BY_EXPORT}`);
    case 'busy':
      return away(`${name} takes no more calls of this key for now. Repeat the call in a minute.`, RETRY_AFTER_SECONDS);
    default:
      return away(
        `${name} does not answer. Repeat the call later, or send its answers as export.`,
        RETRY_AFTER_SECONDS,
      );
  }
}

import type { BookableEvent } from '../../../domain/bookable/bookable-event.ts';
import { clientNetwork } from '../../../domain/client-networks.ts';
import { answersFromText } from '../../../domain/forms/answers-from-text.ts';
import {
  type AnswerRefusal,
  checkAnswers,
  ignoredNotice,
  refusedAnswers,
  unknownAnswers,
  unknownKeys,
} from '../../../domain/forms/check-answers.ts';
import { foldedAddress } from '../../../domain/mail/folded-address.ts';
import { clientHash } from '../../../domain/secrets.ts';
import { bookerZone } from '../../../domain/slots-answer/slots-answer.ts';
import { AppError } from '../../../schemas/errors.ts';
import type { AvailabilitySnapshot } from '../../../store/bookable/availability-snapshot.ts';
import type { EventAddress } from '../../../store/bookable/bookable-events.ts';
import type { BookingRequest } from '../../../store/booking/challenges.ts';
import type { CodeIssue, CodeRefusal } from '../../../store/booking/code-requests.ts';
import type { Context } from '../../core/handler.ts';
import { codeError, isAboutTheSlot, refusal, resultOrThrow } from '../../core/refusals.ts';
import { alternatives, forHosts } from '../bookable/open-times.ts';
import { type Move, snapshotForMove } from '../bookable/snapshot-for-move.ts';

const domainMessages = {
  business_email_required:
    'This host requires a business address; addresses at personal mail providers are not accepted.',
  email_domain_blocked: 'This address is at a disposable or unreachable mail domain. Use another one.',
} as const;

const notAccepted = (reason: keyof typeof domainMessages, field: 'email' | 'agentEmail'): AppError =>
  new AppError('request.unprocessable', domainMessages[reason], { reason, field });

/**
 * Checks before a mail is sent: the workspace takes bookings, and the host accepts the guest's address. The agent's inbox only
 * has to be at a domain that is neither disposable nor unreachable (docs/decisions/mail.md#addresses). Ignores the guest's bookings: those stay private until a code is verified.
 * @throws AppError billing.upgrade_required, request.unprocessable
 */
export async function requireBookable(
  { mailDomains }: Context,
  event: BookableEvent,
  { email, agentEmail }: { readonly email: string; readonly agentEmail?: string | undefined },
): Promise<void> {
  if (event.workspace.locked) throw refusal('workspace_locked');
  const { policy } = event.eventType;
  const ofGuest = await mailDomains.check(email, policy);
  if (ofGuest) throw notAccepted(ofGuest, 'email');
  if (!agentEmail) return;
  const ofAgent = await mailDomains.check(agentEmail, { ...policy, requireBusinessEmail: false });
  if (ofAgent) throw notAccepted(ofAgent, 'agentEmail');
}

/** Checked answers, and a notice about those that no question asks for. */
export interface TakenAnswers {
  readonly answers: BookingRequest['answers'];
  /** For the caller's answer: spread it. */
  readonly notice: { readonly notice?: string };
}

/** The client's network, and the hash by which it is known if it has proved the receiving inbox. */
export function clientOf({ secrets, caller }: Pick<Context, 'secrets' | 'caller'>, receivingEmail: string) {
  const network = clientNetwork(caller.ip);
  return { clientNetwork: network, clientHash: clientHash(secrets, foldedAddress(receivingEmail), network) };
}

/** The treatment of answers that no question asks for. A link may carry some, so guests are notified of them; a tool or a key is refused. */
export type Unasked = 'noticed' | 'refused';

/** A caller of a tool is refused unknown answers, as any other unknown argument. */
export const unaskedOf = ({ caller }: Pick<Context, 'caller'>): Unasked => (caller.asTool ? 'refused' : 'noticed');

/**
 * The answers to the event's form, checked.
 * @param unasked `noticed`: answers that no question asks for are left out, with a notice
 * @throws AppError request.unprocessable, naming the first field and its rule, and all of them in `details.issues`
 */
export function requireAnswers(
  event: BookableEvent,
  customFields: Record<string, unknown> | undefined,
  form: 'json' | 'text',
  unasked: Unasked,
): TakenAnswers {
  const definition = event.form?.definition ?? null;
  const given = form === 'text' && definition ? answersFromText(definition, customFields ?? {}) : customFields;
  const checked = checkAnswers(definition, given);
  const unknown =
    unasked === 'refused' ? unknownAnswers(definition, unknownKeys(definition?.fields ?? [], given ?? {})) : [];
  if (checked.ok && unknown.length === 0) {
    const notice = ignoredNotice(definition, checked.ignored);
    return { answers: checked.answers, notice: notice === undefined ? {} : { notice } };
  }
  throw refusedForm([...refusedAnswers(definition, given), ...unknown], form);
}

/** The field's name, as the caller writes it, and what is wrong. */
const answerIssue = ({ key, rule }: AnswerRefusal, form: 'json' | 'text') => {
  if (key === '') return { path: 'customFields', message: `customFields ${rule}` };
  return form === 'text'
    ? { path: `customFields[${key}]`, message: `customFields[${key}]=… ${rule}` }
    : { path: `customFields.${key}`, message: `customFields.${key}: ${rule}` };
};

function refusedForm(refused: readonly AnswerRefusal[], form: 'json' | 'text'): AppError {
  const [first] = refused;
  if (!first) throw new Error('a form that is refused for no answer');
  const issues = refused.map((one) => answerIssue(one, form));
  const { key, reason, rule } = first;
  return new AppError('request.unprocessable', issues.map(({ message }) => message).join('; '), {
    ...{ reason, key, field: issues[0]?.path, rule },
    ...(issues.length > 1 ? { issues } : {}),
  });
}

/** Returns the answers that a booking needs, for a request for a code without them. */
export function answersToCome(event: BookableEvent): string | undefined {
  const keys = refusedAnswers(event.form?.definition ?? null, {}).map(({ key }) => `customFields.${key}`);
  if (keys.length === 0) return undefined;
  return `The booking needs ${keys.join(', ')}: ask the guest now, before they read the code out.`;
}

/** Removes duplicates, ignoring case, and the guest's own address. */
export function otherGuests(guests: readonly string[] | undefined, guestEmail: string): string[] {
  const seen = new Set([guestEmail.toLowerCase()]);
  return (guests ?? []).filter((guest) => {
    const isNew = !seen.has(guest.toLowerCase());
    seen.add(guest.toLowerCase());
    return isNew;
  });
}

/** The code that was issued. @throws AppError for a refusal, as `codeError` */
export function requireIssue({ log, caller }: Context, outcome: CodeIssue | CodeRefusal): CodeIssue {
  return resultOrThrow(outcome, (refused) => {
    if (refused.refused === 'slot_refused' && refused.overlapOf !== undefined)
      log.error({ requestId: caller.requestId, bookingId: refused.overlapOf }, 'two claims of one host overlap');
    return codeError(refused);
  });
}

/** Runs `work`. If it refuses the start, adds the nearest open slots to the refusal. */
export async function withAlternatives<T>(
  context: Context,
  address: EventAddress,
  request: {
    readonly startMs: number | null;
    readonly timezone: string | null;
    readonly moves?: Move;
    /** The caller has the host's tools: explain_slot says why, and times are as propose_slots says them. */
    readonly isHost?: true;
  },
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { startMs } = request;
    if (!(error instanceof AppError) || !isAboutTheSlot(error) || startMs === null) throw error;
    const offered = await offerAlternatives(context, address, { ...request, startMs });
    const message = request.isHost ? `${error.message} explain_slot says why.` : error.message;
    const nearest = request.isHost ? offered.map(forHosts) : offered;
    throw new AppError(error.code, message, { ...error.details, alternatives: nearest });
  }
}

/** @param request `moves`: a booking whose hosts stay */
async function offerAlternatives(
  context: Context,
  address: EventAddress,
  { startMs, timezone, moves }: { readonly startMs: number; readonly timezone: string | null; readonly moves?: Move },
) {
  const { bookableEvents, now } = context;
  const finding = moves ? snapshotForMove(context, moves) : bookableEvents.find(address, now);
  const snapshot: AvailabilitySnapshot | undefined = await finding.catch(() => undefined);
  if (!snapshot) return [];
  const zone = bookerZone(timezone ?? undefined, snapshot.event);
  return alternatives(snapshot, startMs, zone.timezone, now);
}

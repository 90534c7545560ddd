import type { SlotsResponse } from '../../../schemas/shapes/slots.ts';
import type { EventAddress } from '../../../store/bookable/bookable-events.ts';
import { detailsWords } from '../../../texts/en/pages/details.ts';
import type { TypedDetails } from '../../../web/pages/details.tsx';
import type { FormProblem } from '../../../web/parts/error-summary.tsx';
import type { NoticeText } from '../../../web/parts/notice.tsx';
import type { Failure } from '../../core/call.ts';
import { verifyPageToken } from '../shell/page-token.ts';
import { isPassing, waitNotice } from '../shell/problems.ts';
import type { Visit } from '../shell/visit.ts';
import { askedForm, withPlainNumbers } from './asked-form.ts';
import { type BookingState, type EventFacts, sealState, toUtc } from './booking-state.ts';
import { bookedPath, confirmPath, requestLink } from './booking-steps.ts';
import { type DetailsView, readSlot, renderDetails } from './details-page.ts';
import { aboutEvent, addressOf, subjectOf, timesHref } from './event-address.ts';
import { formProblems } from './form-problems.ts';
import { isAboutTheSlot, slotNotice, slotProblem } from './slot-notice.ts';
import { refuseEvent, showTimes } from './times-page.ts';
import { detailsInput, readTyped } from './typed-details.ts';
import { chosenZone } from './zones.ts';

/** POST /{workspace}/{username}/{eventSlug}: the details. A repeated POST finds the same code request: nothing is mailed twice. */
export async function submitDetails(visit: Visit): Promise<void> {
  visit.keepPrivate();
  const address = addressOf(visit);
  const startUtc = toUtc(visit.field('startAt'));
  if (startUtc === null)
    return showTimes(visit, address, { notice: slotNotice('not_a_slot', visit.locale), state: null });
  const timezone = chosenZone(visit);
  const slots = await readSlot(visit, address, startUtc, timezone);
  if (!slots.ok) return refuseEvent(visit, address, slots, timezone);
  const form = askedForm(slots.output, visit.locale);
  const typed = withPlainNumbers(readTyped(visit), form, visit.locale);
  const { hostName, byApproval } = await aboutEvent(visit, address);
  const submission = new Submission(visit, address, { startUtc, typed, slots: slots.output, hostName, byApproval });
  if (!verifyPageToken(visit.kit.pageKey, subjectOf(address), visit.field('pageToken'), visit.now)) {
    return submission.showAgain({ notice: staleForm(visit), status: 403 });
  }
  if (typed.name.trim() === '') {
    const { noName } = visit.words(detailsWords);
    return submission.showAgain({ problems: [{ fieldId: 'name', message: noName }], status: 422 });
  }
  return submission.requestCode();
}

function staleForm(visit: Visit): NoticeText {
  const { stale: title, staleHint: text } = visit.words(detailsWords);
  return { tone: 'warning', title, text };
}

interface Submitted {
  readonly startUtc: string;
  readonly typed: TypedDetails;
  readonly slots: SlotsResponse;
  readonly hostName: string;
  readonly byApproval: boolean;
}

class Submission {
  readonly #visit: Visit;
  readonly #address: EventAddress;
  readonly #startUtc: string;
  readonly #typed: TypedDetails;
  readonly #slots: SlotsResponse;
  readonly #hostName: string;
  readonly #byApproval: boolean;

  constructor(visit: Visit, address: EventAddress, { startUtc, typed, slots, hostName, byApproval }: Submitted) {
    this.#visit = visit;
    this.#address = address;
    this.#startUtc = startUtc;
    this.#typed = typed;
    this.#slots = slots;
    this.#hostName = hostName;
    this.#byApproval = byApproval;
  }

  async requestCode(): Promise<void> {
    const { eventType, availability } = this.#slots;
    const answer = await requestLink(this.#visit, this.#address, {
      startUtc: this.#startUtc,
      timezone: availability.bookerTimezone,
      details: detailsInput(this.#typed, eventType.form?.definition ?? null),
    });
    if (!answer.ok) return this.#refuse(answer);
    const state: BookingState = {
      event: this.#event(),
      startUtc: this.#startUtc,
      timezone: availability.bookerTimezone,
      typed: this.#typed,
      shortened: false,
      sent: 'first',
      problem: null,
      ...answer.output.progress,
    };
    if (answer.output.codeNeeded) return this.#visit.goTo(confirmPath(this.#visit, this.#address, state));
    return this.#bookWithoutCode(state);
  }

  async #bookWithoutCode(state: BookingState): Promise<void> {
    const answer = await this.#visit.ask('booking', 'confirm', { challengeToken: state.challengeToken });
    if (!answer.ok) return this.#refuse(answer);
    this.#visit.goTo(bookedPath(this.#visit, this.#address, state, { ...answer.output.booking, proved: false }));
  }

  #event(): EventFacts {
    const { name, durationMinutes, locationType } = this.#slots.eventType;
    return { name, durationMinutes, locationType, hostName: this.#hostName, byApproval: this.#byApproval };
  }

  #refuse(failure: Failure): void {
    const { status } = failure;
    const form = askedForm(this.#slots, this.#visit.locale);
    const problems = formProblems(failure, { typed: this.#typed, form, locale: this.#visit.locale });
    if (isAboutTheSlot(failure)) {
      this.showAgain({ gone: slotProblem(failure), status });
    } else if (problems.length > 0) {
      this.showAgain({ problems, status });
    } else if (isPassing(failure)) {
      this.#visit.waitFor(failure);
      this.showAgain({ notice: waitNotice(failure, this.#visit.locale), status });
    } else {
      this.#visit.fail(failure, timesHref(this.#address, this.#slots.availability.bookerTimezone));
    }
  }

  showAgain(change: {
    readonly problems?: readonly FormProblem[];
    readonly notice?: NoticeText;
    readonly gone?: DetailsView['gone'];
    readonly status: number;
  }): void {
    renderDetails(this.#visit, this.#address, this.#slots, {
      hostName: this.#hostName,
      byApproval: this.#byApproval,
      startUtc: this.#startUtc,
      timezone: this.#slots.availability.bookerTimezone,
      typed: this.#typed,
      problems: [],
      gone: null,
      notice: null,
      state: this.#carried(),
      ...change,
    });
  }

  /** The state for the links to other times: it keeps the guest's input. */
  #carried(): string {
    return sealState(this.#visit, this.#address, {
      event: this.#event(),
      startUtc: '',
      timezone: this.#slots.availability.bookerTimezone,
      typed: this.#typed,
      shortened: false,
      challengeToken: '',
      codeUntilMs: 0,
      sent: 'first',
      problem: null,
    });
  }
}

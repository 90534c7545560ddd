import type { BookableEvent } from '../bookable/bookable-event.ts';
import { codeRequestTemplate } from './booking-protocol.ts';
import type { EventLinks } from './event-links.ts';
import { questions, requiredKeys } from './guest-details.ts';

/** How to book with POST and JSON, for agents that can: whole URLs, whole bodies. Each line is one step or one fact. */
export function instructions(event: BookableEvent, links: EventLinks): string[] {
  const { requireOtpAgent } = event.eventType.policy;
  return [
    'Offer the guest times from slotsByDate: display is in the zone of availability.bookerTimezone and names it. Wait for their choice and keep its startUtc.',
    'Ask the guest for what bookerRequirements.fields lists. Answers to fields other than email, timezone and name go into customFields, by key; one with conditionalLogic is asked only where that holds. Make nothing up.',
    ...addressRules(event),
    `Ask for a code: POST ${links.otp} with JSON {"email": "<guest's email>", "startAt": "<startUtc>", "timezone": "<IANA zone>"}. It is mailed to the guest and valid for 10 minutes; startAt holds the slot for 3 minutes (holdExpiresAt). Add "agentEmail": "<your inbox>" to have the code sent to you instead, and then send the same agentEmail again when you book.`,
    'Ask the guest for the six digits. 5 wrong tries burn a code. Asking for a code again sends a new one, which replaces the old; within 30 seconds it answers the same and mails nothing.',
    `Book: POST ${links.book} with JSON ${bookBody(event)}. Optional besides: "guests": up to 10 more addresses for the invite; "idempotencyKey": 8 to 128 characters.`,
    `If you can only GET, follow bookingProtocol.flow.steps instead${requireOtpAgent ? '.' : '; this event then needs no code.'}`,
    outcome(event),
    `Later changes need the manage token, the last part of the link in the guest's confirmation mail: ask the guest for it, never guess. POST ${links.cancel} with {"token": "…", "reason": "…"}; POST ${links.reschedule} with {"token": "…", "startAt": "<startUtc of a fresh slots call>"}.`,
    `Over MCP (${links.mcp}) the tools get_availability, request_booking_code and confirm_booking take the same values, with ${addressArguments(event)}.`,
  ];
}

/** How to book by GET, in short, as steps in order. */
export function howToBookSteps(event: BookableEvent, links: EventLinks): string[] {
  const codeNeeded = event.eventType.policy.requireOtpAgent;
  const chosen =
    'Let the guest choose a slot, and ask them for email, time zone, the answers that the form wants and, if they give it, their name and others to invite.';
  const request = `GET ${codeRequestTemplate(event, links)}, each value percent-encoded; if they give it, name (&name=) and others to invite (&guests=, repeated); other answers as &customFields[key]=value, several choices repeated.`;
  if (!codeNeeded) {
    return [
      chosen,
      `${request} The answer carries confirmUrl; nothing is booked yet.`,
      'GET confirmUrl as it is. If verificationRequired was true, a code was mailed: add ?code= with its six digits.',
      outcome(event),
    ];
  }
  return [
    chosen,
    `${request} This mails the code and answers with confirmUrl; nothing is booked yet.`,
    'Ask the guest for the six digits in the mail. They are valid for 10 minutes.',
    'GET confirmUrl with ?code= and the six digits added.',
    outcome(event),
  ];
}

function outcome({ eventType }: BookableEvent): string {
  return eventType.requiresApproval
    ? 'The answer carries booking with status pending_confirmation: the slot is kept, but the meeting stands only once the host approves. The guest gets a mail either way. Say so.'
    : 'The answer carries booking with status confirmed. Only then tell the guest that it is booked; the invite comes by mail.';
}

function addressRules({ eventType }: BookableEvent): string[] {
  const { requireBusinessEmail, blockRestrictedEmailDomains } = eventType.policy;
  return [
    ...(requireBusinessEmail
      ? [
          "The guest's email must be a business address: those at personal mail providers are refused (business_email_required).",
        ]
      : []),
    ...(blockRestrictedEmailDomains
      ? ["The guest's email must not be at a disposable or unreachable mail domain (email_domain_blocked)."]
      : []),
  ];
}

/** The body of a booking, with every required question. */
function bookBody(event: BookableEvent): string {
  const invitee = `"invitee": {"email": "<guest's email>", "name": "<guest's name, or leave it out>", "timezone": "<IANA zone>"}`;
  const answers = requiredKeys(event).map((key) => `"${key}": <answer>`);
  const custom = questions(event).length > 0 ? `, "customFields": {${answers.join(', ')}}` : '';
  return `{"startAt": "<startUtc>", "code": "<six digits>", ${invitee}${custom}}`;
}

function addressArguments({ workspace, host, eventType }: BookableEvent): string {
  return JSON.stringify({ workspace: workspace.slug, username: host.username, eventSlug: eventType.slug });
}

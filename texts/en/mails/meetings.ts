import { capital } from '../../capital.ts';

/** The links in a host’s mail about a meeting. */
export const hostLinkTexts = {
  open: 'Open the meeting',
  prepare: 'Prepare for this meeting',
  inCalendar: 'The meeting is in your calendar.',
  openEvent: 'Open the event',
  otherTime: 'Another time suits you better?',
  move: 'Move the meeting',
  cannot: 'You cannot come?',
  cancel: 'Cancel the meeting',
};

/** A meeting that is confirmed. German uses the passive for hosts: there may be one or several. */
export const confirmationTexts = {
  confirmed: {
    subject: (event: string, host: string, start: string) => `Confirmed: ${event} with ${host}, ${start}`,
    heading: 'You are booked',
    lead: (event: string, host: string) => `Your booking of “${event}” with ${host} is confirmed.`,
    leadByHost: (event: string, host: string) => `${host} booked “${event}” with you.`,
    leadByAgent: (event: string, host: string, agent: string) =>
      `The agent at ${agent} booked “${event}” with ${host} for you.`,
  },
  invited: {
    subject: (event: string, host: string, start: string) => `Invitation: ${event} with ${host}, ${start}`,
    heading: 'You are invited',
    lead: (event: string, host: string, guest: string) => `${capital(guest)} invited you to “${event}” with ${host}.`,
    leadByHost: (event: string, host: string, guest: string) => `${host} invited you to “${event}” with ${guest}.`,
  },
  toHost: {
    subject: (event: string, guest: string, start: string) => `New booking: ${event} with ${guest}, ${start}`,
    heading: 'You have a new booking',
    lead: (event: string, guest: string) => `${guest} booked “${event}” with you.`,
    leadByHost: (event: string, guest: string) => `“${event}” with ${guest} was booked by you or a colleague.`,
  },
};

/** A canceled meeting or request. */
export const canceledTexts = {
  subject: (event: string, other: string, start: string) => `Canceled: ${event} with ${other}, ${start}`,
  heading: 'The meeting is canceled',
  requestHeading: 'The request is canceled',
  byReader: (event: string, other: string) => `You canceled “${event}” with ${other}.`,
  byGuest: (event: string, host: string, guest: string) => `${capital(guest)} canceled “${event}” with ${host}.`,
  byHost: (event: string, host: string) => `${host} canceled “${event}”.`,
  notMe: (event: string, host: string) =>
    `You said that you did not ask for “${event}” with ${host}. It is canceled. Your host gets a mail.`,
  off: (event: string, other: string) => `“${event}” with ${other} will not take place.`,
  free: 'The time is free again.',
  guestCanceled: (event: string, guest: string) => `${guest} canceled “${event}”.`,
  inCalendar: (event: string, guest: string) =>
    `You canceled “${event}” with ${guest} by deleting its event in your calendar.`,
  notTheGuest: (event: string, guest: string) =>
    `${guest} says that they did not ask for “${event}”, so it is canceled.`,
};

/** The panel in every mail about a meeting, and the last line: why the mail came. */
export const detailTexts = {
  /** The last line of a mail to somebody whose address is not confirmed. */
  unsubscribe: 'Unsubscribe',
  when: 'When',
  before: 'Before',
  where: 'Where',
  missing: {
    link: 'Your host sends you the link.',
    call: 'Your host will say who calls.',
    coming: 'The link comes in a mail of its own.',
    failed: 'Your host sends you the link.',
  },
  with: 'With',
  invitedBy: 'Invited by',
  /** a guest whose name does not read like one, for a further guest: an address is a stranger's text, too */
  somebody: 'somebody',
  alsoInvited: 'Also invited',
  bookedBy: 'Booked by',
  agent: (address: string) => `the agent at ${address}`,
  reason: 'Reason given',
  guest: 'Guest',
  alsoHosting: 'Also hosting',
  missingForHost: {
    link: 'Your event type names no link: send one to your guest.',
    call: 'Your event type names no number: tell your guest who calls.',
    coming: 'Your calendar makes the link; it comes in a mail of its own.',
    failed: 'Your calendar made no link. Under Settings, Calendars, “Try again” makes one; or send one to your guest.',
  },
  footerToHost: (service: string, event: string) =>
    `${service} sent this because people book “${event}” with you. Reply to reach the guest.`,
  footer: (service: string, workspace: string) =>
    `${service} sent this for ${workspace} because your address was given for this booking. Reply to reach your host.`,
  footerToInvited: (service: string, workspace: string, guest: string) =>
    `${service} sent this for ${workspace} because ${guest} added your address to this booking. Reply to reach your host.`,
};

/** How much of a pack its mail leaves out. */
export interface LeftOut {
  readonly questions: number;
  readonly answers: number;
  readonly facts: number;
}

/** The frame of a prep mail. The pack's own sentences are English. */
export const prepTexts = {
  subject: (event: string, guest: string, start: string) => `Prep: ${event} with ${guest}, ${start}`,
  heading: (event: string, guest: string) => `${event} with ${guest}`,
  preview: (start: string, guest: string) => `${start}. How to join, what to ask, and what is known of ${guest}.`,
  when: 'When',
  movedFrom: 'Moved from',
  where: 'Where',
  join: 'Join',
  number: 'Their number',
  guest: 'Guest',
  alsoInvited: 'Also invited',
  action: 'Open the whole pack',
  more: ({ questions, answers, facts }: LeftOut) => {
    const listed = [
      ...(questions > 0 ? [questions === 1 ? '1 more question' : `${questions} more questions`] : []),
      ...(answers > 0 ? [answers === 1 ? '1 more answer' : `${answers} more answers`] : []),
      ...(facts > 0 ? [`${facts} more ${facts === 1 ? 'fact' : 'facts'} about where they work`] : []),
      'all sources',
    ];
    return `It has ${new Intl.ListFormat('en').format(listed)}. You can print it.`;
  },
  footer: (service: string, event: string) =>
    `${service} sent this because people book “${event}” with you. How long before a meeting it comes, and whether, is a setting of the event type.`,
  settings: 'Change it, or stop these mails:',
};

/** A booking that waits for approval, is declined or expires. Sentences fit one host or several. */
export const requestTexts = {
  pending: {
    subject: (event: string, host: string, start: string) => `Waiting for ${host}: ${event}, ${start}`,
    heading: 'Your request is waiting for an answer',
    lead: (event: string, host: string) =>
      `You asked for “${event}”. It must be approved by ${host}. You get a mail when the request is approved or declined.`,
    leadByAgent: (event: string, host: string, agent: string) =>
      `The agent at ${agent} asked for “${event}”. It must be approved by ${host}. You get a mail when the request is approved or declined.`,
    leadMoved: (event: string, host: string) =>
      `Your request for “${event}” has a new time. It must still be approved by ${host}. You get a mail when the request is approved or declined.`,
    headingAgain: 'The new time is waiting for an answer',
    leadAgain: (event: string, host: string) =>
      `You moved “${event}” to a new time. It must be approved by ${host} again. The old time is free, so your calendar removes it. You get a mail when the new time is approved. If it is declined, the meeting does not take place.`,
    leadToInvited: (event: string, host: string, guest: string) =>
      `${capital(guest)} moved “${event}” to a new time. It must be approved by ${host} again. The old time is free, so your calendar removes it. You get a mail when the new time is approved or declined.`,
    ends: (end: string) => `If there is no answer, the request ends on ${end}.`,
  },
  declined: {
    subject: (event: string, host: string, start: string) => `Declined: ${event} with ${host}, ${start}`,
    heading: 'Your request was declined',
    lead: (event: string, host: string) => `${host} cannot take “${event}” at this time.`,
  },
  expired: {
    subject: (event: string, host: string, start: string) => `Not confirmed: ${event} with ${host}, ${start}`,
    heading: 'Your request was not answered in time',
    lead: (event: string, host: string) => `${host} did not confirm “${event}” in time, so it will not take place.`,
  },
  again: 'Choose another time',
  toHost: {
    subject: (event: string, guest: string, start: string) => `Approve or decline: ${event} with ${guest}, ${start}`,
    heading: 'A booking waits for your answer',
    headingMoved: 'A request has a new time',
    headingAgain: 'A meeting that you approved has a new time',
    lead: (event: string, guest: string) => `${guest} asks for “${event}”. The time is held until you answer.`,
    leadMoved: (event: string, guest: string) =>
      `The request of ${guest} for “${event}” has moved to a new time. The time is held until you answer.`,
    leadAgain: (event: string, guest: string) =>
      `${guest} moved “${event}”, which you had approved, to a new time. Approve or decline the new time: it is held until you answer. The old time is free again.`,
    action: 'Approve or decline',
    declined: {
      subject: (event: string, guest: string, start: string) => `Declined: ${event} with ${guest}, ${start}`,
      heading: 'You declined a request',
      lead: (_event: string, guest: string) => `${guest} gets a mail. The time is free again.`,
    },
    expired: {
      subject: (event: string, guest: string, start: string) => `Not answered: ${event} with ${guest}, ${start}`,
      heading: 'A request ended without an answer',
      lead: (event: string, guest: string) =>
        `The request of ${guest} for “${event}” was not answered in time. ${guest} gets a mail. The time is free again.`,
    },
  },
};

interface Words {
  readonly subject: string;
  readonly heading: string;
  readonly lead: string;
  readonly next: string;
}

/** The keys are codes that rows hold; `refused` and `other` stand for those without words. */
type Reasons = Readonly<Record<string, string>>;

/** What became of the event of a meeting in its host's calendar. */
export const calendarEventTexts = {
  subject: (what: string, event: string, guest: string, start: string) => `${what}: ${event} with ${guest}, ${start}`,
  inCalendar: 'In your calendar',
  choose: 'Choose what counts',
  see: 'See your calendars',
  to: (time: string) => ` to ${time}`,
  stillThere: (event: string, guest: string, provider: string, failure: string): Words => ({
    subject: 'Still in your calendar',
    heading: 'An event is still in your calendar',
    lead: `“${event}” with ${guest} should be gone from your calendar: you do not meet then. ${provider} did not do it: ${failure}.`,
    next: 'Delete the event yourself. Other events may be left too.',
  }),
  missing: (event: string, guest: string, provider: string, failure: string): Words => ({
    subject: 'Not in your calendar',
    heading: 'A meeting is not in your calendar',
    lead: `“${event}” with ${guest} is not in your calendar as it should be. ${provider} did not do it: ${failure}. The meeting stands, and its time is kept.`,
    next: 'See your calendars: choose one that you may write to, then press “Try again” beside the meeting. Other meetings may be missing too.',
  }),
  moved: (event: string, guest: string, to: string): Words => ({
    subject: 'Moved in your calendar only',
    heading: 'You moved a meeting in your calendar',
    lead: `You moved “${event}” with ${guest} in your calendar${to}. The meeting itself stays at its time until you say so.`,
    next: 'On that page, press “Move the meeting”, and its guests get a mail, or “Put it back”, and the event returns to its time.',
  }),
  deleted: (event: string, guest: string): Words => ({
    subject: 'Deleted in your calendar only',
    heading: 'You deleted a meeting in your calendar',
    lead: `You deleted “${event}” with ${guest} in your calendar. The meeting itself still takes place until you cancel it.`,
    next: 'To have the event back, press “Put it back” beside the meeting in your calendars. To cancel the meeting, ask your agent to cancel it.',
  }),
  notFollowed: (event: string, guest: string, to: string, reason: string): Words => ({
    subject: 'Not moved',
    heading: 'A meeting could not move',
    lead: `You moved “${event}” with ${guest} in your calendar${to}. The meeting stays at its time: ${reason}.`,
    next: 'The event goes back to that time. Move it to another time, or ask your agent to reschedule the meeting.',
  }),
  failures: {
    forbidden: 'we may not write to the calendar that you chose',
    not_found: 'the calendar that you chose is not there any more',
    refused: 'it refuses what we write',
    throttled: 'for two days it wanted no calls from us',
    away: 'for two days it did not answer',
  } as Reasons,
  reasons: {
    slot_taken: 'a host has another meeting then',
    too_soon: 'that time is over',
    too_many_moves: 'it was moved too often today',
    other: 'a meeting must begin in the future and be shorter than a day',
  } as Reasons,
};

/** A meeting that is moved. */
export const rescheduledTexts = {
  subject: (event: string, other: string, start: string) => `Moved: ${event} with ${other}, now ${start}`,
  preview: (start: string) => `Now ${start}`,
  heading: 'Your meeting has a new time',
  lead: (event: string, other: string) => `“${event}” with ${other} has a new time.`,
  leadByReader: (event: string, other: string) => `You moved “${event}” with ${other}.`,
  leadByOther: (event: string, other: string) => `${other} moved “${event}”.`,
  leadByGuest: (event: string, host: string, guest: string) => `${capital(guest)} moved “${event}” with ${host}.`,
};

/** The links in a guest’s mail about a meeting. */
export const guestLinkTexts = {
  guestsWait:
    'The other guests have no mail about this yet: so many people were invited today that we wait for your word. Open the link below and press “Mail the other guests”.',
  change: 'Reschedule or cancel',
  notAsked: 'You did not ask for this booking?',
  notMe: 'Cancel: this was not me',
  keep: 'Keep this mail private: anyone with its link can change your booking.',
};

/** A meeting has a new host. */
export const hostChangedTexts = {
  subject: (event: string, host: string, start: string) => `New host: ${event} with ${host}, ${start}`,
  heading: 'Your meeting has a new host',
  lead: (event: string, host: string, former: string) =>
    `${host} takes over “${event}” from ${former}. The time stays the same.`,
  leadToInvited: (event: string, host: string, former: string, guest: string) =>
    `${host} takes over “${event}” with ${guest} from ${former}. The time stays the same.`,
  toHost: {
    heading: 'You host a meeting now',
    subject: (event: string, guest: string, start: string) => `You host now: ${event} with ${guest}, ${start}`,
    lead: (event: string, guest: string, former: string) =>
      `You take over “${event}” with ${guest} from ${former}. The time stays the same.`,
  },
  toFormer: {
    heading: 'Another person hosts your meeting now',
    subject: (event: string, guest: string, start: string) => `Handed over: ${event} with ${guest}, ${start}`,
    lead: (event: string, guest: string, host: string) =>
      `${host} takes over “${event}” with ${guest}. You do not need to attend.`,
  },
};

/** The frame of a reminder's mail; its words are in domain/reminders/reminder-words.ts. */
export const reminderTexts = {
  again: 'Choose another time',
  stop: (workspace: string) => `No more reminders of ${workspace}:`,
  strangers: 'Unsubscribe from mails of people you do not know?',
  strangersLink: 'No more mails',
  toHost: (service: string, event: string) =>
    `${service} sent this because people book “${event}” with you. Reminders are a setting of the event type.`,
  settings: 'Change it, or stop these mails:',
};

/** How days and clock times are joined. */
export const timeTexts = {
  clock: (clock: string) => clock,
  hours: (from: string, to: string) => `${from} to ${to}`,
  overnight: (day: string, from: string, nextDay: string) => `${day}, ${from} to ${nextDay},`,
  short: (day: string, clock: string, offset: string) => `${day}, ${clock} ${offset}`,
  offsets: (from: string, to: string) => `${from}, then ${to}`,
};

import { inLanguages } from '../../../domain/languages.ts';

interface Words {
  readonly subject: string;
  readonly heading: string;
  readonly lead: string;
  readonly next: string;
}

/** The keys are codes that rows hold; `refused` and `other` stand for those without words. */
type Reasons = Readonly<Record<string, string>>;

/** What became of the event of a meeting in its host's calendar. */
export const calendarEventTexts = inLanguages(
  {
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
  },
  {
    subject: (what: string, event: string, guest: string, start: string) => `${what}: ${event} mit ${guest}, ${start}`,
    inCalendar: 'In Ihrem Kalender',
    choose: 'Wählen, was gilt',
    see: 'Ihre Kalender ansehen',
    to: (time: string) => ` verschoben, auf ${time}`,
    stillThere: (event: string, guest: string, provider: string, failure: string): Words => ({
      subject: 'Noch in Ihrem Kalender',
      heading: 'Ein Eintrag ist noch in Ihrem Kalender',
      lead: `„${event}“ mit ${guest} sollte nicht mehr in Ihrem Kalender stehen: Sie treffen sich dann nicht. ${provider} hat es nicht ausgeführt: ${failure}.`,
      next: 'Löschen Sie den Eintrag selbst. Vielleicht sind noch weitere übrig.',
    }),
    missing: (event: string, guest: string, provider: string, failure: string): Words => ({
      subject: 'Nicht in Ihrem Kalender',
      heading: 'Ein Termin steht nicht in Ihrem Kalender',
      lead: `„${event}“ mit ${guest} steht nicht wie vorgesehen in Ihrem Kalender. ${provider} hat es nicht ausgeführt: ${failure}. Der Termin bleibt bestehen, und seine Zeit ist belegt.`,
      next: 'Sehen Sie Ihre Kalender an: Wählen Sie einen, in den wir schreiben dürfen, und klicken Sie neben dem Termin auf „Noch einmal versuchen“. Vielleicht fehlen noch weitere Termine.',
    }),
    moved: (event: string, guest: string, to: string): Words => ({
      subject: 'Nur in Ihrem Kalender verschoben',
      heading: 'Sie haben einen Termin in Ihrem Kalender verschoben',
      lead: `Sie haben „${event}“ mit ${guest} in Ihrem Kalender${to || ' verschoben'}. Der Termin selbst bleibt bei seiner Zeit, bis Sie es anders sagen.`,
      next: 'Klicken Sie auf der Seite auf „Termin verschieben“, und seine Gäste bekommen eine E-Mail, oder auf „Zurücksetzen“, und der Eintrag kehrt zu seiner Zeit zurück.',
    }),
    deleted: (event: string, guest: string): Words => ({
      subject: 'Nur in Ihrem Kalender gelöscht',
      heading: 'Sie haben einen Termin in Ihrem Kalender gelöscht',
      lead: `Sie haben „${event}“ mit ${guest} in Ihrem Kalender gelöscht. Der Termin selbst findet statt, bis Sie ihn absagen.`,
      next: 'Um den Eintrag zurückzubekommen, klicken Sie in Ihren Kalendern neben dem Termin auf „Zurücksetzen“. Um den Termin abzusagen, bitten Sie Ihren Agenten darum.',
    }),
    notFollowed: (event: string, guest: string, to: string, reason: string): Words => ({
      subject: 'Nicht verschoben',
      heading: 'Ein Termin ließ sich nicht verschieben',
      lead: `Sie haben „${event}“ mit ${guest} in Ihrem Kalender${to || ' verschoben'}. Der Termin bleibt bei seiner Zeit: ${reason}.`,
      next: 'Der Eintrag kehrt zu dieser Zeit zurück. Verschieben Sie ihn auf eine andere Zeit, oder bitten Sie Ihren Agenten, den Termin zu verschieben.',
    }),
    failures: {
      forbidden: 'in den gewählten Kalender dürfen wir nicht schreiben',
      not_found: 'den gewählten Kalender gibt es nicht mehr',
      refused: 'was wir schreiben, wird abgewiesen',
      throttled: 'zwei Tage lang waren unsere Aufrufe unerwünscht',
      away: 'zwei Tage lang kam keine Antwort',
    },
    reasons: {
      slot_taken: 'ein Gastgeber hat dann einen anderen Termin',
      too_soon: 'diese Zeit ist vorbei',
      too_many_moves: 'er wurde heute zu oft verschoben',
      other: 'ein Termin muss in der Zukunft beginnen und kürzer als ein Tag sein',
    },
  },
);

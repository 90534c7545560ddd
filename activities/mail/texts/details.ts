import { inLanguages } from '../../../domain/languages.ts';

/** The panel in every mail about a meeting, and the last line: why the mail came. */
export const detailTexts = inLanguages(
  {
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
      failed:
        'Your calendar made no link. Under Settings, Calendars, “Try again” makes one; or send one to your guest.',
    },
    footerToHost: (service: string, event: string) =>
      `${service} sent this because people book “${event}” with you. Reply to reach the guest.`,
    footer: (service: string, workspace: string) =>
      `${service} sent this for ${workspace} because your address was given for this booking. Reply to reach your host.`,
    footerToInvited: (service: string, workspace: string, guest: string) =>
      `${service} sent this for ${workspace} because ${guest} added your address to this booking. Reply to reach your host.`,
  },
  {
    when: 'Wann',
    before: 'Bisher',
    where: 'Wo',
    missing: {
      link: 'Den Link erhalten Sie gesondert.',
      call: 'Wer anruft, erfahren Sie gesondert.',
      coming: 'Der Link kommt in einer eigenen E-Mail.',
      failed: 'Den Link erhalten Sie gesondert.',
    },
    with: 'Mit',
    invitedBy: 'Eingeladen von',
    somebody: 'jemand',
    alsoInvited: 'Außerdem eingeladen',
    bookedBy: 'Gebucht von',
    agent: (address: string) => `dem Agenten mit der Adresse ${address}`,
    reason: 'Angegebener Grund',
    guest: 'Gast',
    alsoHosting: 'Weitere Gastgeber',
    missingForHost: {
      link: 'Ihre Terminart nennt keinen Link: Schicken Sie Ihrem Gast einen.',
      call: 'Ihre Terminart nennt keine Nummer: Sagen Sie Ihrem Gast, wer anruft.',
      coming: 'Ihr Kalender macht den Link; er kommt in einer eigenen E-Mail.',
      failed:
        'Ihr Kalender hat keinen Link gemacht. Unter Einstellungen, Kalender macht „Noch einmal versuchen“ einen; oder schicken Sie Ihrem Gast einen.',
    },
    footerToHost: (service: string, event: string) =>
      `${service} schickt Ihnen diese E-Mail, weil andere „${event}“ bei Ihnen buchen. Ihre Antwort geht direkt an den Gast.`,
    footer: (service: string, workspace: string) =>
      `${service} schickt Ihnen diese E-Mail für ${workspace}, weil Ihre Adresse bei dieser Buchung angegeben wurde. Ihre Antwort geht direkt an Ihre Ansprechperson.`,
    footerToInvited: (service: string, workspace: string, guest: string) =>
      `${service} schickt Ihnen diese E-Mail für ${workspace}, weil ${guest} Ihre Adresse bei dieser Buchung angegeben hat. Ihre Antwort geht direkt an Ihre Ansprechperson.`,
  },
);

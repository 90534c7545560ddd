import { inLanguages } from '../../../domain/languages.ts';

/** A webhook that we no longer send to. */
export const webhookDisabledTexts = inLanguages(
  {
    subject: (host: string) => `Your webhook to ${host} was disabled`,
    preview: 'No events are sent to it any more.',
    gone: (host: string) => `${host} answered 410 Gone: it wants no more events.`,
    failing: (host: string) => `${host} has taken no event for three days, although we tried it again and again.`,
    effect:
      'Nothing more is sent to it, and new events are not kept for it. What it has not taken so far is kept for 30 days: once you enable the webhook, it is sent in order.',
    action: 'See its deliveries and enable it',
    footer: (service: string) =>
      `${service} sends this to whoever made the webhook, else to an owner of the workspace.`,
  },
  {
    subject: (host) => `Ihr Webhook an ${host} wurde deaktiviert`,
    preview: 'Es werden keine Ereignisse mehr dorthin gesendet.',
    gone: (host) => `${host} hat mit 410 Gone geantwortet: Der Empfänger möchte keine Ereignisse mehr.`,
    failing: (host) =>
      `${host} hat seit drei Tagen kein Ereignis angenommen, obwohl wir es immer wieder versucht haben.`,
    effect:
      'Es wird nichts mehr dorthin gesendet, und neue Ereignisse werden nicht aufgehoben. Was bisher nicht angenommen wurde, heben wir 30 Tage auf: Sobald Sie den Webhook aktivieren, wird es der Reihe nach gesendet.',
    action: 'Zustellungen ansehen und aktivieren',
    footer: (service) =>
      `${service} sendet dies an die Person, die den Webhook angelegt hat, sonst an eine Inhaberin oder einen Inhaber des Arbeitsbereichs.`,
  },
);

import type { WebhookNoticeKind } from '../../../domain/access/new-access.ts';
import { inLanguages } from '../../../domain/languages.ts';

interface KindTexts {
  /** @param host of the receiver's address, spelled so that it is no link */
  readonly title: (host: string) => string;
  readonly lead: (workspace: string) => string;
}

interface WebhookSetTexts extends Readonly<Record<WebhookNoticeKind, KindTexts>> {
  readonly address: string;
  readonly who: string;
  readonly unknown: string;
  readonly with: string;
  readonly signedIn: string;
  readonly when: string;
  readonly effect: string;
  /** The same where no key set it. */
  readonly effectSignedIn: string;
  readonly action: string;
  readonly footer: (service: string) => string;
}

/** A workspace's events go somewhere new, or say more or less than before. */
export const webhookSetTexts = inLanguages<WebhookSetTexts>(
  {
    webhook: {
      title: (host) => `New webhook: ${host}`,
      lead: (workspace) => `Since just now, what happens in ${workspace} is sent to another service.`,
    },
    webhook_changed: {
      title: (host) => `Changed webhook: ${host}`,
      lead: (workspace) => `A webhook of ${workspace} was changed: where it sends what happens, or how much that says.`,
    },
    address: 'It sends to',
    who: 'Set by',
    unknown: 'Somebody who is gone',
    with: 'With',
    signedIn: 'the web page, signed in',
    when: 'When',
    effect:
      'Do you know this service? Then all is well. If not, switch the webhook off or delete it, and revoke the key or disconnect the app that set it.',
    effectSignedIn:
      'Do you know this service? Then all is well. If not, switch the webhook off or delete it: it was set by the person named here, or by somebody signed in as them. If that is you, sign out all your browsers.',
    action: 'See the webhooks',
    footer: (service) => `${service} sends this to owners when a webhook is made or changed.`,
  },
  {
    webhook: {
      title: (host) => `Neuer Webhook: ${host}`,
      lead: (workspace) => `Ab jetzt wird einem anderen Dienst gesendet, was in ${workspace} geschieht.`,
    },
    webhook_changed: {
      title: (host) => `Geänderter Webhook: ${host}`,
      lead: (workspace) =>
        `Ein Webhook von ${workspace} wurde geändert: wohin er sendet, was geschieht, oder wie viel davon.`,
    },
    address: 'Er sendet an',
    who: 'Eingestellt von',
    unknown: 'Jemand, den es hier nicht mehr gibt',
    with: 'Mit',
    signedIn: 'der Webseite, angemeldet',
    when: 'Wann',
    effect:
      'Kennen Sie diesen Dienst? Dann ist alles gut. Wenn nicht, schalten Sie den Webhook ab oder löschen Sie ihn, und widerrufen Sie den Schlüssel oder trennen Sie die App, die ihn einstellte.',
    effectSignedIn:
      'Kennen Sie diesen Dienst? Dann ist alles gut. Wenn nicht, schalten Sie den Webhook ab oder löschen Sie ihn: Eingestellt hat ihn die genannte Person, oder jemand, der mit ihrem Konto angemeldet ist. Sind Sie das, melden Sie alle Ihre Browser ab.',
    action: 'Webhooks ansehen',
    footer: (service) => `${service} sendet dies den Inhabern, wenn ein Webhook entsteht oder sich ändert.`,
  },
);

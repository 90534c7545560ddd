import { inLanguages } from '../../../domain/languages.ts';
import type { Role } from '../../../schemas/shapes/access.ts';

/** A person is invited to a workspace. */
export const invitationTexts = inLanguages(
  {
    somebody: 'Somebody',
    aWorkspace: 'a workspace',
    roles: {
      owner: 'an owner',
      admin: 'an admin',
      manager: 'a manager',
      member: 'a member',
      billing_only: 'a person who takes care of billing',
    } as Readonly<Record<Role, string>>,
    lead: (inviter: string, workspace: string, role: string) =>
      `${inviter} invites you to join ${workspace} as ${role}.`,
    subject: (inviter: string, workspace: string, service: string) =>
      `${inviter} invites you to ${workspace} on ${service}`,
    heading: (workspace: string) => `Join ${workspace}`,
    what: (service: string) =>
      `${service} makes booking pages: guests choose a time and book it with you. Open the link to accept or not.`,
    action: 'See the invitation',
    limits: (until: string) => `The link works until ${until}, only for this address.`,
    footer: (service: string) =>
      `You do not know this workspace? You do not need to do anything: nothing happens without your answer. Sent by ${service}.`,
  },
  {
    somebody: 'Jemand',
    aWorkspace: 'einem Arbeitsbereich',
    roles: {
      owner: 'Inhaber',
      admin: 'Admin',
      manager: 'Manager',
      member: 'Mitglied',
      billing_only: 'Person, die sich um die Abrechnung kümmert',
    },
    lead: (inviter: string, workspace: string, role: string) =>
      `${inviter} lädt Sie ein, ${workspace} beizutreten, als ${role}.`,
    subject: (inviter: string, workspace: string, service: string) =>
      `${inviter} lädt Sie bei ${service} zu ${workspace} ein`,
    heading: (workspace: string) => `Möchten Sie ${workspace} beitreten?`,
    what: (service: string) =>
      `${service} macht Buchungsseiten: Gäste wählen eine Zeit und buchen sie bei Ihnen. Öffnen Sie den Link, um anzunehmen oder nicht.`,
    action: 'Einladung ansehen',
    limits: (until: string) => `Der Link gilt bis ${until}, nur für diese Adresse.`,
    footer: (service: string) =>
      `Sie kennen diesen Arbeitsbereich nicht? Dann müssen Sie nichts tun: Ohne Ihre Antwort geschieht nichts. Gesendet von ${service}.`,
  },
);

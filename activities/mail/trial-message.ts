import type { MailService, OutgoingMail } from '../../domain/mail/mail.ts';
import { singleLine } from '../../domain/untrusted-text.ts';
import { trialTexts } from '../../texts/en/mails/billing.ts';
import type { Language } from '../../texts/languages.ts';
import { translated } from '../../texts/translated.ts';
import { composeMail } from './mail-parts.ts';
import { instantInWords, shortInstant } from './times.ts';

const NAME_CHARACTERS = 80;

export interface TrialMail {
  readonly kind: 'reminder' | 'end';
  readonly workspaceId: string;
  readonly workspaceName: string;
  readonly planName: string;
  readonly endsAtMs: number;
  readonly ownerId: string;
  readonly to: string;
  /** Of the owner. */
  readonly timezone: string;
  /** Where plans are compared. */
  readonly plansUrl: string;
  readonly language: Language;
  /** how they write dates; null: as their language usually does */
  readonly region?: string | null;
}

/** Informs an owner that a trial ends soon, or is over: what stays, and what needs a plan. */
export function renderTrial(service: MailService, mail: TrialMail): OutgoingMail {
  const { language, region, timezone, endsAtMs, kind, to, workspaceId } = mail;
  const texts = translated(trialTexts, language);
  const workspace = singleLine(mail.workspaceName, NAME_CHARACTERS);
  const { planName } = mail;
  const reader = { timezone, language, region };
  const isOver = kind === 'end';
  const lead = isOver
    ? texts.endedLead(workspace, planName)
    : texts.soonLead(workspace, planName, instantInWords(endsAtMs, reader));
  const subject = isOver ? texts.ended(workspace) : texts.soon(workspace, shortInstant(endsAtMs, reader));
  return composeMail(
    service,
    {
      // At most 80 characters: the end of an id tells the owners of one workspace apart.
      key: `${workspaceId}:trial-${kind}-${mail.ownerId.slice(-12)}`,
      ...{ workspaceId, to, replyTo: null, kind: 'trial', subject },
    },
    {
      language,
      preview: lead,
      heading: subject,
      blocks: [
        { kind: 'paragraph', text: lead },
        { kind: 'paragraph', text: isOver ? texts.endedEffect : texts.soonEffect },
        { kind: 'action', label: texts.action, url: mail.plansUrl },
      ],
      footer: texts.footer(service.name, workspace),
    },
  );
}

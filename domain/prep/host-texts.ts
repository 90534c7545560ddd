import type { PrepTemplate } from '../../schemas/shapes/prep.ts';
import type { PrepTemplateData } from '../../schemas/shapes/prep-template.ts';
import type { WorkspacePrepTexts } from '../../schemas/shapes/prep-texts.ts';
import type { HostTexts } from './pack-input.ts';
import { cs } from './templates/cs.ts';
import { general } from './templates/general.ts';
import { hiring } from './templates/hiring.ts';
import { partnership } from './templates/partnership.ts';
import { sales } from './templates/sales.ts';

export const TEMPLATES: Readonly<Record<PrepTemplate, PrepTemplateData>> = { sales, partnership, hiring, cs, general };

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/**
 * What of a workspace's own texts the packs of a template use. A text that says the same as the template is none: so the fingerprint of a
 * pack changes exactly when its texts do.
 */
export function hostTexts(template: PrepTemplate, texts: WorkspacePrepTexts): HostTexts {
  const own = texts[template] ?? {};
  const standard = TEMPLATES[template];
  const unlessSame = <Name extends 'purpose' | 'brandSpeakFrom' | 'doNotSay' | 'softQualifyOnly' | 'closer'>(
    name: Name,
  ) => (own[name] === undefined || isSame(own[name], standard[name]) ? null : own[name]);
  return {
    purpose: unlessSame('purpose'),
    brandSpeakFrom: unlessSame('brandSpeakFrom'),
    doNotSay: unlessSame('doNotSay'),
    softQualifyOnly: unlessSame('softQualifyOnly'),
    closer: unlessSame('closer'),
    questions: own.questions?.length ? own.questions.map(({ text, intent = null }) => ({ text, intent })) : null,
  };
}

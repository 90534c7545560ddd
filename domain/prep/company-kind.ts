import type { CompanyKind } from '../../schemas/shapes/prep-pack.ts';
import type { CompanyFacts } from './company-facts.ts';

/** What a host calls the place where a guest works, and those it works for. */
export interface KindWords {
  /** After "their": "Their university". */
  readonly noun: CompanyKind;
  /** After "at" in a question to the guest. */
  readonly place: string;
  /** After "your" in a question to the guest. */
  readonly clients: string;
}

const COMPANY: KindWords = { noun: 'company', place: 'your company', clients: 'customers' };

/** By a word of its name or domain, or the domain's ending. The first row that fits counts. */
const KINDS: readonly (readonly [RegExp, RegExp, KindWords])[] = [
  [
    /(?<!\p{L})(?:universit(?:y|ies|ät|aet|é|à|eit)|universidad|uni|hochschule|fachhochschule|polytechnic|institute of technology)(?!\p{L})/u,
    /\.(?:edu|ac\.[a-z]{2}|edu\.[a-z]{2})$/u,
    { noun: 'university', place: 'the university', clients: 'students' },
  ],
  [/(?<!\p{L})colleges?(?!\p{L})/u, /\.college$/u, { noun: 'college', place: 'the college', clients: 'students' }],
  [
    /(?<!\p{L})(?:schools?|schule|gymnasium|academy|akademie|école)(?!\p{L})/u,
    /\.sch\.[a-z]{2}$/u,
    { noun: 'school', place: 'the school', clients: 'students' },
  ],
  [
    /(?<!\p{L})(?:law|lawyers?|attorneys?|solicitors?|barristers?|llp|advocates|kanzlei|rechtsanw(?:a|ä|ae)lte?|anwälte|avocats?|abogados)(?!\p{L})/u,
    /\.(?:law|attorney|lawyer)$/u,
    { noun: 'firm', place: 'the firm', clients: 'clients' },
  ],
  [
    /(?<!\p{L})(?:hospitals?|klinikum|krankenhaus|medical cent(?:er|re))(?!\p{L})/u,
    /\.hospital$/u,
    { noun: 'hospital', place: 'the hospital', clients: 'patients' },
  ],
  [
    /(?<!\p{L})(?:clinics?|klinik(?:en)?)(?!\p{L})/u,
    /\.clinic$/u,
    { noun: 'clinic', place: 'the clinic', clients: 'patients' },
  ],
  [
    /(?<!\p{L})(?:ministry|ministerium|bundesamt|landratsamt|city of|county of|stadt|gemeinde)(?!\p{L})/u,
    /\.(?:gov|mil|gov\.[a-z]{2}|gc\.ca|admin\.ch|gv\.at|bund\.de)$/u,
    { noun: 'office', place: 'your office', clients: 'citizens' },
  ],
];

/**
 * How to speak of the place, by its name on its own site and by its domain: a lawyer does not work at a "company". It chooses among words
 * of ours alone, and says no more than the name does.
 */
export function kindWords(company: CompanyFacts | null, companyDomain: string): KindWords {
  const words = `${company?.name ?? ''} ${companyDomain.replace(/\..*$/u, '').replaceAll('-', ' ')}`.toLowerCase();
  return KINDS.find(([inName, ending]) => ending.test(companyDomain) || inName.test(words))?.[2] ?? COMPANY;
}

/** A text of a template in the words of its kind. */
export const inKind = (text: string, { place, clients }: KindWords): string =>
  text.replaceAll('{place}', place).replaceAll('{clients}', clients);

/** Whether the name alone says what kind of place it is. */
export const isSpecial = (kind: KindWords): boolean => kind !== COMPANY;

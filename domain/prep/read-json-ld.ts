import { singleLine, webLink } from '../untrusted-text.ts';
import type { SiteFacts } from './source.ts';

type Organization = NonNullable<SiteFacts['organization']>;
type Thing = Readonly<Record<string, unknown>>;

/** Kinds of Organization at schema.org, LocalBusiness among them: those that companies use on their pages. By exact name: others are not read. */
const KINDS: ReadonlySet<string> = new Set([
  ...['Organization', 'Corporation', 'OnlineBusiness', 'OnlineStore', 'LocalBusiness', 'NewsMediaOrganization', 'NGO'],
  ...['EducationalOrganization', 'CollegeOrUniversity', 'School', 'HighSchool', 'GovernmentOrganization', 'Consortium'],
  ...['MedicalOrganization', 'Hospital', 'Airline', 'Cooperative', 'LibrarySystem', 'PerformingGroup', 'Project'],
  ...['ResearchOrganization', 'SportsOrganization', 'FundingScheme', 'WorkersUnion', 'ProfessionalService', 'Bakery'],
  ...['LegalService', 'Attorney', 'Notary', 'FinancialService', 'AccountingService', 'BankOrCreditUnion', 'Dentist'],
  ...[
    'InsuranceAgency',
    'RealEstateAgent',
    'TravelAgency',
    'EmploymentAgency',
    'Restaurant',
    'CafeOrCoffeeShop',
    'Hotel',
  ],
  ...['Store', 'FoodEstablishment', 'LodgingBusiness', 'MedicalBusiness', 'MedicalClinic', 'Physician', 'AutoRepair'],
  ...['HomeAndConstructionBusiness', 'GeneralContractor', 'HealthAndBeautyBusiness', 'EntertainmentBusiness'],
]);

/** Deeper parts are of no use, and a page may nest them without end. */
const MOST_DEPTH = 6;
const MOST_THINGS = 500;
const MOST_PROFILES = 20;

const isThing = (value: unknown): value is Thing =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);

/** `https://schema.org/Corporation` is `Corporation`. */
const kindsOf = (thing: Thing): string[] =>
  listOf(thing['@type']).flatMap((kind) => (typeof kind === 'string' ? [kind.replace(/^.*[/:]/, '')] : []));

/** A text, or the name of a thing. */
function textOf(value: unknown, maxCharacters: number): string | null {
  const [first] = listOf(value);
  const text = isThing(first) ? first.name : first;
  if (typeof text !== 'string' && typeof text !== 'number') return null;
  return singleLine(String(text), maxCharacters) || null;
}

function* thingsIn(value: unknown, depth = 0): Generator<Thing> {
  if (depth > MOST_DEPTH) return;
  if (Array.isArray(value)) for (const one of value) yield* thingsIn(one, depth + 1);
  else if (isThing(value)) {
    yield value;
    yield* thingsIn(value['@graph'], depth + 1);
    for (const name of ['publisher', 'mainEntity', 'about', 'provider']) yield* thingsIn(value[name], depth + 1);
  }
}

/** A number, or a range: `51-200`. */
function employeesOf(value: unknown): string | null {
  const [first] = listOf(value);
  if (!isThing(first)) return textOf(first, 20);
  const { minValue, maxValue, value: exact } = first;
  if (typeof minValue === 'number' && typeof maxValue === 'number') return `${minValue}-${maxValue}`;
  return textOf(exact ?? minValue ?? maxValue, 20);
}

const yearOf = (value: unknown): number | null => {
  const year = /^\s*(\d{4})(?!\d)/.exec(textOf(value, 30) ?? '')?.[1];
  return year === undefined ? null : Number(year);
};

function organizationOf(thing: Thing): Organization {
  const [address] = listOf(thing.address);
  const place = isThing(address) ? address : {};
  return {
    name: textOf(thing.name, 120),
    legalName: textOf(thing.legalName, 120),
    description: textOf(thing.description, 400),
    foundingYear: yearOf(thing.foundingDate),
    employees: employeesOf(thing.numberOfEmployees),
    country: textOf(place.addressCountry, 60),
    locality: textOf(place.addressLocality, 80),
    industry: textOf(thing.industry, 80),
  };
}

/** Its own pages elsewhere: without query, which may hold a visitor's id. */
const profilesOf = (thing: Thing): string[] => {
  const links = listOf(thing.sameAs).flatMap((link) => {
    const checked = typeof link === 'string' && link.startsWith('https://') ? webLink(link) : null;
    return checked !== null && URL.canParse(checked) ? [new URL(checked)] : [];
  });
  const pages = links
    .filter(({ username, password }) => !username && !password)
    .map((url) => url.origin + url.pathname);
  return [...new Set(pages)].sort().slice(0, MOST_PROFILES);
};

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Many pages have broken ones beside good ones.
    return null;
  }
}

/** The first organization that a page's JSON-LD describes, itself or inside `@graph`. */
export function readJsonLd(texts: readonly string[]): Pick<SiteFacts, 'organization' | 'profiles'> {
  let seen = 0;
  for (const thing of thingsIn(texts.map(parsed))) {
    seen += 1;
    if (seen > MOST_THINGS) break;
    if (kindsOf(thing).some((kind) => KINDS.has(kind)))
      return { organization: organizationOf(thing), profiles: profilesOf(thing) };
  }
  return { organization: null, profiles: [] };
}

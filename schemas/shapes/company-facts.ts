import { z } from 'zod';

/** Which source says it, and what was read there. */
const FactSources = z
  .object({
    dns: z.url().nullable().describe('The domain’s DNS.'),
    site: z.url().nullable().describe('Its web site.'),
    rdap: z.url().nullable().describe('The registry of domains.'),
  })
  .describe('What was read for the facts. null: that source has none.');

/** Facts from public sources about the guest's company. Nothing here is a guess. */
export const CompanyFacts = z
  .object({
    domain: z.string().describe('The domain that was looked up.'),
    name: z.string().nullable().describe('What it calls itself; null: not known.'),
    oneLiner: z
      .string()
      .nullable()
      .describe('What the company says it does, in the words of its site; null: not known.'),
    industry: z.string().nullable().describe('Its industry, as it says; null: not known.'),
    country: z.string().nullable().describe('Where it is, as it says; null: not known.'),
    locality: z.string().nullable().describe('Its town, as it says; null: not known.'),
    foundingYear: z.int().nullable().describe('When it was founded, as it says; null: not known.'),
    employees: z.string().nullable().describe('As the company says: a number or a range, such as 51-200.'),
    siteLanguage: z.string().nullable().describe('BCP 47'),
    leadsTo: z.string().nullable().describe('The other domain that the site leads to; null: none.'),
    looksParked: z.boolean().describe('An estimate by the words of the page: the domain is for sale or unused.'),
    profiles: z.array(z.string()).describe('Its pages elsewhere, as its site names them.'),
    registeredOn: z.string().nullable().describe('YYYY-MM-DD'),
    registrar: z.string().nullable().describe('Who registered the domain; null: not known.'),
    mailProvider: z.string().nullable().describe('Who runs its mail, by its DNS; null: not known.'),
    dnsProvider: z.string().nullable().describe('Who runs its name servers; null: not known.'),
    hostingProvider: z.string().nullable().describe('Who hosts its site, by its DNS; null: not known.'),
    tools: z.array(z.string()).describe('Tools that the DNS records of the domain show.'),
    toolRecords: z
      .array(z.object({ name: z.string().describe('The tool.'), record: z.string().describe('Its DNS record.') }))
      .describe('The record that shows each tool.'),
    mailHosts: z.array(z.string()).describe('The servers that take its mail.'),
    hasSpf: z.boolean().nullable().describe('Whether the DNS says who may send mail for the domain. null: not read.'),
    dmarcPolicy: z.enum(['no record', 'none', 'quarantine', 'reject']).nullable().describe('null: not read.'),
    isStale: z.boolean().describe('True: of an earlier look-up, because the last one failed.'),
    sources: FactSources,
  })
  .meta({ id: 'CompanyFacts' });

/** The guest's own statements. No source of facts about persons is asked. */
export const PersonFacts = z
  .object({
    name: z.string().nullable().describe('As they gave it; null: they gave none.'),
    title: z.string().nullable().describe('Their job, by an answer of theirs; null: they did not say.'),
    linkedin: z.string().nullable().describe('The LinkedIn address that they gave; null: none.'),
    timezone: z.string().describe('The zone that they booked in.'),
    isByAgent: z.boolean().describe('True: an agent booked for them.'),
  })
  .meta({ id: 'PersonFacts' });

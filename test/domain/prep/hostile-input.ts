import type { PackInput } from '../../../domain/prep/pack-input.ts';
import type { SiteFacts } from '../../../domain/prep/source.ts';
import { company } from './made-up-company.ts';
import { packInput } from './pack-inputs.ts';

/** The input of a pack in which every text that a stranger can choose is this one. */
export function hostileInput(text: string): PackInput {
  const site: Partial<SiteFacts> = {
    title: text,
    description: text,
    siteName: text,
    language: 'en',
    organization: {
      name: text,
      legalName: text,
      description: `We sell: ${text}`,
      foundingYear: 2001,
      employees: text,
      country: text,
      locality: text,
      industry: text,
    },
    profiles: [`https://evil.example/${text}`, 'https://www.linkedin.com/company/x'],
  };
  const dns = {
    mailProvider: text,
    dnsProvider: text,
    hostingProvider: text,
    tools: [{ name: 'Notion', record: text }],
  };
  const facts = company('acme.com', { dns, site, rdap: { registeredOn: text, registrar: text } });
  return packInput({
    guest: { ...packInput().guest, name: text },
    answers: [
      { key: 'role', label: 'Your role', display: text },
      { key: 'goal', label: 'What is your goal?', display: text },
      { key: 'note', label: 'Anything else?', display: text },
    ],
    lookUp: { status: 'succeeded', facts, isStale: false },
  });
}

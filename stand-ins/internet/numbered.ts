import { html, type NameRecords, type Page, plain, type StandInCompany, WEB } from './world.ts';

const NAME = /^(?:(?:www|_dmarc)\.)?(numbered-(\d{1,4})\.(?:com|de))$/;

/** One of ten thousand companies `numbered-<number>.com` and `.de`, of which only the number differs: for the bench of many packs. */
export function numberedCompany(host: string): StandInCompany | undefined {
  const [, domain, number] = NAME.exec(host) ?? [];
  if (domain === undefined) return undefined;
  const home = html(
    `<!doctype html><html lang="en"><head><title>Numbered ${number}</title><meta name="description" content="The company with the number ${number}.">
<script type="application/ld+json">{"@context":"https://schema.org","@type":"Organization","name":"Numbered ${number}","foundingDate":"2011"}</script>
</head><body>${'<p>All that a home page says beside what is read.</p>'.repeat(400)}</body></html>`,
  );
  return {
    domain,
    records: {
      '@': {
        ...WEB,
        MX: [[10, `mx.${domain}`]],
        NS: [`ns1.${domain}`],
        TXT: ['v=spf1 include:_spf.google.com ~all'],
      },
      www: WEB,
      _dmarc: { TXT: ['v=DMARC1; p=none'] },
    },
    pages: { [`${domain}/`]: home, [`${domain}/robots.txt`]: plain('User-agent: *\nAllow: /\n') },
    registration: { registeredOn: '2011-04-05', registrar: 'Invented Registrar, LLC' },
  };
}

/** What the DNS says of a name of such a company. */
export function numberedRecords(name: string): NameRecords | undefined {
  const company = numberedCompany(name);
  const below = company && (name === company.domain ? '@' : name.slice(0, -company.domain.length - 1));
  return below === undefined ? undefined : company?.records[below];
}

/** A page of such a company. */
export const numberedPage = (host: string, path: string): Page | undefined =>
  numberedCompany(host)?.pages?.[`${host}${path}`];

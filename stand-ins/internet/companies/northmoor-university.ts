import { html, type StandInCompany, WEB } from '../world.ts';

/** A university with its own mail hosts. */
export const northmoorUniversity: StandInCompany = {
  domain: 'northmoor-university.co.uk',
  records: {
    '@': {
      ...WEB,
      MX: [[10, 'mail1.northmoor-university.co.uk']],
      NS: ['ns0.northmoor-university.co.uk'],
      TXT: ['v=spf1 mx ~all', 'facebook-domain-verification=invented'],
    },
    www: WEB,
  },
  pages: {
    'northmoor-university.co.uk/':
      html(`<html lang="en"><head><title>Northmoor University</title><meta property="og:title" content="Northmoor University">
<script type="application/ld+json">[{"@type":"CollegeOrUniversity","name":"Northmoor University","foundingDate":"1871","sameAs":["https://en.wikipedia.org/wiki/Northmoor"]}]</script></head></html>`),
  },
  registration: { registeredOn: '1996-08-01', registrar: 'Invented Academic Names [Tag = INVENTED-AC]' },
};

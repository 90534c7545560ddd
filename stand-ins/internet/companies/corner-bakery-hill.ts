import { html, type StandInCompany, WEB } from '../world.ts';

/** A bakery with one page, made with a site builder. */
export const cornerBakeryHill: StandInCompany = {
  domain: 'corner-bakery-hill.co.uk',
  records: {
    '@': {
      ...WEB,
      MX: [[10, 'mx.zoho.eu']],
      NS: ['ns1.wixdns.net', 'ns2.wixdns.net'],
      TXT: ['v=spf1 include:zoho.eu ~all'],
    },
    www: { CNAME: 'cdn1.wixdns.net' },
  },
  pages: {
    'corner-bakery-hill.co.uk/': html(`<html lang=en-GB><head><title>Corner Bakery Hill | Bread since 1987</title>
<meta name=description content="Sourdough, buns and cakes in Lewes."></head><body>
<script type="application/ld+json">{"@context":"http://schema.org","@type":"Bakery","name":"Corner Bakery Hill","address":{"addressLocality":"Lewes","addressCountry":"GB"},"sameAs":"https://www.instagram.com/cornerbakeryhill"}</script></body></html>`),
  },
  registration: { registeredOn: '2009-02-11', registrar: 'Invented Names Ltd [Tag = INVENTED]' },
};

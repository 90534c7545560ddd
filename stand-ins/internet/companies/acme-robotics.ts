import { html, moved, plain, type StandInCompany, WEB } from '../world.ts';

/** A software company on Google Workspace that describes itself well. */
export const acmeRobotics: StandInCompany = {
  domain: 'acme-robotics.com',
  records: {
    '@': {
      ...WEB,
      AAAA: ['2600:1234::44'],
      MX: [
        [1, 'aspmx.l.google.com'],
        [5, 'alt1.aspmx.l.google.com'],
      ],
      NS: ['ada.ns.cloudflare.com', 'bob.ns.cloudflare.com'],
      TXT: [
        'v=spf1 include:_spf.google.com include:sendgrid.net include:_spf.salesforce.com ~all',
        'atlassian-domain-verification=invented',
        'google-site-verification=invented',
        'stripe-verification=invented',
        'docusign=invented',
      ],
    },
    www: { CNAME: 'cname.vercel-dns.com' },
    _dmarc: { TXT: ['v=DMARC1; p=reject; rua=mailto:dmarc@acme-robotics.com'] },
  },
  pages: {
    'acme-robotics.com/': moved('https://www.acme-robotics.com/?utm_source=apex'),
    'acme-robotics.com/robots.txt': plain('User-agent: *\nDisallow: /admin\n'),
    'www.acme-robotics.com/robots.txt': plain('User-agent: *\nAllow: /\n'),
    'www.acme-robotics.com/': html(`<!doctype html><html lang="en-US"><head><title>Acme Robotics &amp; Friends</title>
<meta name="description" content="Robots that pack parcels.">
<meta property="og:site_name" content="Acme Robotics"><meta property="og:description" content="Packing robots for warehouses.">
<script type="application/ld+json">{"@context":"https://schema.org","@graph":[
 {"@type":"WebSite","url":"https://www.acme-robotics.com/"},
 {"@type":["Corporation","Organization"],"name":"Acme Robotics","legalName":"Acme Robotics, Inc.","foundingDate":"2014-05-02",
  "description":"We build robots that pack parcels.","numberOfEmployees":{"@type":"QuantitativeValue","minValue":51,"maxValue":200},
  "address":{"@type":"PostalAddress","addressLocality":"Austin","addressCountry":{"@type":"Country","name":"US"}},
  "knowsAbout":"Robotics","sameAs":["https://www.linkedin.com/company/acme-robotics","http://example.com/plain","https://x.com/acmerobotics"]}]}</script>
</head><body><h1>Acme</h1></body></html>`),
  },
  registration: { registeredOn: '2013-11-20', registrar: 'Invented Registrar, LLC' },
};

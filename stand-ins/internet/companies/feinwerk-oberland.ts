import { type StandInCompany, WEB } from '../world.ts';

/** A German family firm; its page is in German and in the charset of long ago. The registry of .de has no RDAP. */
export const feinwerkOberland: StandInCompany = {
  domain: 'feinwerk-oberland.de',
  records: {
    '@': {
      ...WEB,
      MX: [[10, 'mx00.kundenserver.de']],
      NS: ['ns1045.ui-dns.de', 'ns1045.ui-dns.org'],
      TXT: ['v=spf1 include:_spf.kundenserver.de ~all'],
    },
    www: WEB,
    _dmarc: { TXT: ['v=DMARC1; p=none'] },
  },
  pages: {
    'feinwerk-oberland.de/': {
      headers: { 'content-type': 'text/html' },
      body: Buffer.from(
        `<!doctype html><html lang="de"><head><meta charset="iso-8859-1"><title>Feinwerk Oberland GmbH – Präzision für Prüfstände</title>
<meta name="description" content="Prüfgeräte aus Weilheim, seit 1953."></head><body>
<script type="application/ld+json">{"@type":"Organization","name":"Feinwerk Oberland GmbH","foundingDate":"1953","numberOfEmployees":180,"address":{"addressLocality":"Weilheim in Oberbayern","addressCountry":"DE"}}</script></body></html>`.replace(
          '–',
          '-',
        ),
        'latin1',
      ),
    },
  },
};

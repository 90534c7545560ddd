import { html, type StandInCompany, WEB } from '../world.ts';

/** A law firm on Microsoft 365 whose site says nothing of itself. */
export const thorneAndVale: StandInCompany = {
  domain: 'thorne-and-vale-law.com',
  records: {
    '@': {
      ...WEB,
      MX: [[0, 'thorneandvalelaw-com0i.mail.protection.outlook.com']],
      NS: ['ns51.domaincontrol.com', 'ns52.domaincontrol.com'],
      TXT: ['v=spf1 include:spf.protection.outlook.com -all', 'MS=ms12345678', 'adobe-idp-site-verification=invented'],
    },
    _dmarc: { TXT: ['v=DMARC1; p=quarantine'] },
  },
  pages: { 'thorne-and-vale-law.com/': html('<html><body><p>Welcome.</p></body></html>') },
  registration: { registeredOn: '1998-08-30', registrar: 'Invented Registrar, LLC' },
};

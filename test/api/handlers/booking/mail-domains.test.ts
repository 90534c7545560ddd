import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMailDomains, dnsResolveMx, type ResolveMx } from '../../../../api/handlers/booking/mail-domains.ts';

const none = { requireBusinessEmail: false, blockRestrictedEmailDomains: false };
const business = { requireBusinessEmail: true, blockRestrictedEmailDomains: false };
const restricted = { requireBusinessEmail: false, blockRestrictedEmailDomains: true };
const both = { requireBusinessEmail: true, blockRestrictedEmailDomains: true };

const takesMail: ResolveMx = async (domain) => [{ exchange: `mx.${domain}`, priority: 10 }];
const failing =
  (code: string): ResolveMx =>
  async (domain) => {
    throw Object.assign(new Error(`queryMx ${code} ${domain}`), { code });
  };

/** A resolver that records its queries. */
const recording = (resolveMx: ResolveMx) => {
  const asked: string[] = [];
  const record: ResolveMx = (domain) => {
    asked.push(domain);
    return resolveMx(domain);
  };
  return { asked, mailDomains: createMailDomains({ resolveMx: record }) };
};

const { check } = createMailDomains({ resolveMx: takesMail });

describe('an event that wants business addresses', () => {
  it.each([
    'gmail.com',
    'googlemail.com',
    'outlook.com',
    'hotmail.co.uk',
    'yahoo.co.jp',
    'icloud.com',
    'gmx.de',
    'web.de',
    'proton.me',
    'fastmail.com',
    'tuta.com',
    'posteo.de',
    'qq.com',
    'GMAIL.com',
    'gmail.com.',
    'ｇｍａｉｌ.com',
    'name.fastmail.com',
    'müllmail.com',
    'xn--mllmail-n2a.com',
  ])('refuses %s', async (domain) => {
    expect(await check(`sam@${domain}`, business)).toBe('business_email_required');
  });

  it.each([
    'ibm.com',
    'sap.com',
    'mit.edu',
    'acme.test',
    'example.com',
    'notgmail.company',
    'gmail.com.acme.test',
    'tienda.com.ar',
    'constructor',
    '__proto__',
  ])('accepts %s', async (domain) => {
    expect(await check(`sam@${domain}`, business)).toBeNull();
  });

  it('asks the DNS nothing', async () => {
    const { asked, mailDomains } = recording(takesMail);
    expect(await mailDomains.check('sam@ibm.com', business)).toBeNull();
    expect(asked).toEqual([]);
  });
});

describe('an event that blocks restricted domains', () => {
  it.each([
    'mailinator.com',
    'yopmail.com',
    'guerrillamail.com',
    'sharklasers.com',
    '10minutemail.com',
    'temp-mail.org',
    'Mailinator.COM.',
    'box.mailinator.com',
    'a.b.c.yopmail.com',
    'instágram.com',
  ])('refuses %s without asking the DNS', async (domain) => {
    const { asked, mailDomains } = recording(takesMail);
    expect(await mailDomains.check(`sam@${domain}`, restricted)).toBe('email_domain_blocked');
    expect(asked).toEqual([]);
  });

  it.each(['gmail.com', 'ibm.com', 'notmailinator.test', 'mailinator.com.acme.test', 'szkola.edu.pl', 'acme.test'])(
    'accepts %s',
    async (domain) => {
      expect(await check(`sam@${domain}`, restricted)).toBeNull();
    },
  );

  it('refuses a domain that does not exist, or that says it takes no mail', async () => {
    const gone = createMailDomains({ resolveMx: failing('ENOTFOUND') });
    expect(await gone.check('sam@acme.test', restricted)).toBe('email_domain_blocked');
    const nullMx = createMailDomains({ resolveMx: async () => [{ exchange: '', priority: 0 }] });
    expect(await nullMx.check('sam@acme.test', restricted)).toBe('email_domain_blocked');
  });

  it.each(['ENODATA', 'ESERVFAIL', 'ETIMEOUT', 'ECONNREFUSED', 'EREFUSED', 'EBADRESP'])(
    'accepts on %s',
    async (code) => {
      const mailDomains = createMailDomains({ resolveMx: failing(code) });
      expect(await mailDomains.check('sam@acme.test', restricted)).toBeNull();
    },
  );

  it('accepts when no answer comes', async () => {
    const silent = createMailDomains({ resolveMx: () => new Promise(() => {}) });
    expect(await silent.check('sam@acme.test', restricted)).toBeNull();
  });

  it('keeps definite answers, and asks again after failures', async () => {
    const known = recording(failing('ENOTFOUND'));
    await known.mailDomains.check('sam@acme.test', restricted);
    await known.mailDomains.check('kim@ACME.test', restricted);
    expect(known.asked).toEqual(['acme.test']);
    const unknown = recording(failing('ESERVFAIL'));
    await unknown.mailDomains.check('sam@acme.test', restricted);
    await unknown.mailDomains.check('sam@acme.test', restricted);
    expect(unknown.asked).toEqual(['acme.test', 'acme.test']);
  });

  it('asks once for checks at the same time', async () => {
    const { asked, mailDomains } = recording(takesMail);
    await Promise.all(['a', 'b', 'c'].map((name) => mailDomains.check(`${name}@acme.test`, restricted)));
    expect(asked).toEqual(['acme.test']);
  });
});

describe('policies together', () => {
  it('accepts everything, and asks nothing, where there is none', async () => {
    const { asked, mailDomains } = recording(failing('ENOTFOUND'));
    for (const domain of ['gmail.com', 'mailinator.com', 'acme.test']) {
      expect(await mailDomains.check(`sam@${domain}`, none)).toBeNull();
    }
    expect(asked).toEqual([]);
  });

  it('calls a disposable address blocked, not private', async () => {
    expect(await check('sam@mailinator.com', both)).toBe('email_domain_blocked');
    expect(await check('sam@gmail.com', both)).toBe('business_email_required');
    expect(await check('sam@acme.test', both)).toBeNull();
  });

  it('has no opinion on what is no domain', async () => {
    for (const email of ['', 'sam', 'sam@', 'sam@[127.0.0.1]', 'sam@a b', 'sam@.', 'sam@..']) {
      expect(await check(email, both)).toBeNull();
    }
  });
});

/** The answers of a name server on loopback, by domain: a response code or a mail server. No entry: no answer. */
const zone: Readonly<Record<string, { code: number } | { exchange: string }>> = {
  'gone.test': { code: 3 },
  'broken.test': { code: 2 },
  'empty.test': { code: 0 },
  'null.test': { exchange: '' },
  'good.test': { exchange: 'mx.good.test' },
};

const labels = (name: string): Buffer =>
  Buffer.concat([
    ...name
      .split('.')
      .filter(Boolean)
      .map((label) => Buffer.from([label.length, ...Buffer.from(label)])),
    Buffer.from([0]),
  ]);

/** RFC 1035, 4.1: header, the question repeated, at most one MX record that points back to the question's name. */
function respond(query: Buffer): Buffer | undefined {
  const end = query.indexOf(0, 12);
  const question = query.subarray(12, end + 5);
  const name = Object.keys(zone).find((domain) => labels(domain).equals(query.subarray(12, end + 1)));
  const entry = name === undefined ? undefined : zone[name];
  if (!entry) return undefined;
  const header = Buffer.alloc(12);
  query.copy(header, 0, 0, 2);
  header.writeUInt16BE(0x8180 | ('code' in entry ? entry.code : 0), 2);
  header.writeUInt16BE(1, 4);
  if ('code' in entry) return Buffer.concat([header, question]);
  header.writeUInt16BE(1, 6);
  const exchange = labels(entry.exchange);
  const record = Buffer.from([0xc0, 12, 0, 15, 0, 1, 0, 0, 0, 60, 0, exchange.length + 2, 0, entry.exchange ? 10 : 0]);
  return Buffer.concat([header, question, record, exchange]);
}

describe('over a real name server', () => {
  let server: Socket;
  let resolveMx: ResolveMx;

  beforeAll(async () => {
    server = createSocket('udp4');
    server.on('message', (query, from) => {
      const response = respond(query);
      if (response) server.send(response, from.port, from.address);
    });
    server.bind(0, '127.0.0.1');
    await once(server, 'listening');
    resolveMx = dnsResolveMx([`127.0.0.1:${server.address().port}`]);
  });

  afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())));

  it('finds mail servers', async () => {
    expect(await resolveMx('good.test')).toEqual([{ exchange: 'mx.good.test', priority: 10 }]);
  });

  it.each([
    ['good.test', null],
    ['gone.test', 'email_domain_blocked'],
    ['null.test', 'email_domain_blocked'],
    ['empty.test', null],
    ['broken.test', null],
    ['silent.test', null],
  ])('%s: %s', async (domain, refusal) => {
    expect(await createMailDomains({ resolveMx }).check(`sam@${domain}`, restricted)).toBe(refusal);
  });
});

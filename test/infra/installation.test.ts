import { expect, it } from 'vitest';
import { requireAgentDomains } from '../../infra/installation.ts';

it('refuses to call the mail of people that of agents', async () => {
  await expect(requireAgentDomains(['agents.example.com', 'gmail.com', 'web.de'])).rejects.toThrow(
    /^AGENT_MAIL_DOMAINS: gmail\.com, web\.de gives/,
  );
  await expect(requireAgentDomains(['agents.example.com'])).resolves.toBeUndefined();
});

it.each(['co.uk', 'com', 'edu.pl', 'xn--55qx5d.cn', 'kawasaki.jp'])(
  'refuses %s, below which anybody registers a domain, and names it',
  async (suffix) => {
    await expect(requireAgentDomains(['agents.example.com', suffix])).rejects.toThrow(
      `AGENT_MAIL_DOMAINS: ${suffix} is a public suffix`,
    );
  },
);

it('names each domain that is wrong, and takes those that were registered', async () => {
  const refused = requireAgentDomains(['co.uk', 'gmail.com', 'com.ar']);
  await expect(refused).rejects.toThrow(
    /co\.uk is a public suffix.*\n.*com\.ar is a public suffix.*\n.*gmail\.com gives/,
  );
  await expect(requireAgentDomains(['acme.co.uk', 'bots.acme.co.uk', 'agents.test'])).resolves.toBeUndefined();
});

import { expect, it } from 'vitest';
import { requireAgentDomains } from '../../infra/installation.ts';

it('refuses to call the mail of people that of agents', async () => {
  await expect(requireAgentDomains(['agents.example.com', 'gmail.com', 'web.de'])).rejects.toThrow(
    /^AGENT_MAIL_DOMAINS: gmail\.com, web\.de gives/,
  );
  await expect(requireAgentDomains(['agents.example.com'])).resolves.toBeUndefined();
});

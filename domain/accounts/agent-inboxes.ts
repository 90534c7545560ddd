/**
 * Providers whose addresses belong to agents, by the domain that they give out without a customer's own (docs/decisions/identity.md#codes-with-letters). A domain stands
 * for its subdomains, too.
 */
const AGENT_MAIL_PROVIDERS: readonly string[] = [
  // docs.agentmail.to, "How do I create my first inbox?"
  'agentmail.to',
  // robotomail.com/docs, "Custom domains" and "Key concepts"
  'robotomail.com',
  'robotomail.co',
  // lobstermail.ai/skill
  'lobstermail.ai',
  // Skill "lobster-email"
  'lobster.email',
  // docs.lumbox.co/docs/inboxes
  'lumbox.co',
  // coss.com/docs/guides/ai-agent-email
  'inbound.coss.com',
];

/** Whether an address is an agent's inbox: no person reads it. */
export type IsAgentInbox = (address: string) => boolean;

/** @param further domains of this installation, in lower case */
export function agentInboxes(further: readonly string[]): IsAgentInbox {
  const domains = new Set([...AGENT_MAIL_PROVIDERS, ...further]);
  return (address) => {
    const labels = address
      .slice(address.lastIndexOf('@') + 1)
      .toLowerCase()
      .replace(/\.$/, '')
      .split('.');
    return labels.some((_label, index) => domains.has(labels.slice(index).join('.')));
  };
}

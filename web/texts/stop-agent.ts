import { inLanguages } from '../../domain/languages.ts';

type AgentStatus = 'pending' | 'verified' | 'revoked' | 'expired';

/** A person ends an agent that acts for them by the link of a mail. */
export const stopAgentWords = inLanguages(
  {
    leads: {
      pending: 'It asks to act for you. Without the code of the mail it can do nothing.',
      verified: 'It acts for you since you gave it the code of a mail.',
      revoked: 'It can do nothing for you. There is nothing left to do here.',
      expired: 'Its time is over: it can do nothing for you. There is nothing left to do here.',
    },
    outcomes: {
      pending: [
        ['If you refuse', 'Its code stops working at once. Its workspace can send you no code for 30 days.'],
        ['If you do nothing', 'The code ends by itself after 10 minutes.'],
      ],
      verified: [
        [
          'If you stop it',
          'It ends at once and for good, with the open invitations that it sent for you. Its workspace can send you no code for 30 days.',
        ],
        ['What stays', 'What it did stays: meetings, workspaces, people who joined.'],
        ['If you do nothing', 'It goes on. It ends by itself when it has not been used for 90 days.'],
      ],
      revoked: [['What stays', 'What it did stays: meetings, workspaces, people who joined.']],
      expired: [['What stays', 'What it did stays: meetings, workspaces, people who joined.']],
    } as Record<AgentStatus, readonly (readonly [string, string])[]>,
    headings: { pending: 'Refuse this agent?', verified: 'Stop this agent?' },
    stopAnAgent: 'Stop an agent',
    notForYou: 'It does not act for you',
    thisNot: 'This agent does not act for you',
    can: 'What it can do for you',
    could: 'What it could do for you',
    refuse: 'Refuse it',
    stop: 'Stop it',
    see: 'See who acts for you',
    unreadable: 'A name that does not read like one, so it is not shown',
    calls: 'It calls itself',
    in: 'In the workspace',
    for: 'For',
    asked: 'Asked',
    allowed: 'Allowed',
  },
  {
    leads: {
      pending: 'Er möchte für Sie handeln. Ohne den Code der Mail kann er nichts.',
      verified: 'Er handelt für Sie, seit Sie ihm den Code einer Mail gaben.',
      revoked: 'Er kann nichts für Sie tun. Hier ist nichts mehr zu tun.',
      expired: 'Seine Zeit ist um: Er kann nichts für Sie tun. Hier ist nichts mehr zu tun.',
    },
    outcomes: {
      pending: [
        [
          'Wenn Sie ablehnen',
          'Sein Code gilt sofort nicht mehr. Sein Arbeitsbereich kann Ihnen 30 Tage lang keinen Code schicken.',
        ],
        ['Wenn Sie nichts tun', 'Der Code endet von selbst nach 10 Minuten.'],
      ],
      verified: [
        [
          'Wenn Sie ihn beenden',
          'Es endet sofort und für immer, mit den offenen Einladungen, die er für Sie schickte. Sein Arbeitsbereich kann Ihnen 30 Tage lang keinen Code schicken.',
        ],
        ['Was bleibt', 'Was er tat, bleibt: Termine, Arbeitsbereiche, Menschen, die beitraten.'],
        ['Wenn Sie nichts tun', 'Es geht weiter. Es endet von selbst nach 90 Tagen ohne Benutzung.'],
      ],
      revoked: [['Was bleibt', 'Was er tat, bleibt: Termine, Arbeitsbereiche, Menschen, die beitraten.']],
      expired: [['Was bleibt', 'Was er tat, bleibt: Termine, Arbeitsbereiche, Menschen, die beitraten.']],
    },
    headings: { pending: 'Diesen Agenten ablehnen?', verified: 'Diesen Agenten beenden?' },
    stopAnAgent: 'Einen Agenten beenden',
    notForYou: 'Er handelt nicht für Sie',
    thisNot: 'Dieser Agent handelt nicht für Sie',
    can: 'Was er für Sie kann',
    could: 'Was er für Sie könnte',
    refuse: 'Ablehnen',
    stop: 'Beenden',
    see: 'Sehen, wer für Sie handelt',
    unreadable: 'Ein Name, der nicht wie einer klingt, darum wird er nicht gezeigt',
    calls: 'Er nennt sich',
    in: 'Im Arbeitsbereich',
    for: 'Für',
    asked: 'Gefragt',
    allowed: 'Erlaubt',
  },
);

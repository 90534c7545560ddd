import type { PrepTemplateData } from '../../../schemas/shapes/prep-template.ts';

export const sales: PrepTemplateData = {
  purpose: 'Find out whether there is a problem worth solving together, and how big it is.',
  brandSpeakFrom: [
    'What we have seen work at similar companies, with its limits',
    'Questions before features: the problem comes first',
    'Prices and terms as they are published',
  ],
  doNotSay: [
    'Results that we cannot prove',
    'Dates for features that are not released',
    'Anything bad about their present supplier',
  ],
  softQualifyOnly: true,
  closer: 'If it fits: agree on the smallest next step, who does it, and the day. If it does not: say so today.',
  questions: [
    {
      intent: 'process_walkthrough',
      rank: 1,
      text: 'Can you walk me through how you do this today, from the first step to the last?',
      ifAnswered: 'You told us a bit about {topic}. Can you walk me through a recent example, step by step?',
    },
    {
      intent: 'where_it_breaks',
      rank: 2,
      text: 'Where does it get stuck or slow, and what do you do then?',
      ifAnswered: 'You wrote about {topic}. When did it last happen, and what did it cost you?',
    },
    {
      intent: 'missing_early',
      rank: 7,
      text: 'The last time it went wrong, what would have helped you from the start?',
    },
    {
      intent: 'data_sources',
      rank: 8,
      text: 'Where is the information for this kept today?',
      ifAnswered: 'You wrote about {topic}. Which parts should stay, and which have to go?',
    },
    {
      intent: 'output_users_format',
      rank: 6,
      text: 'Who would work with this each week, and what do they need from it?',
      ifAnswered: 'You wrote about {topic}. What does each of them need from it?',
      ifAlone: 'What do you need to have at the end, and what do you do with it then?',
    },
    {
      intent: 'success_number',
      rank: 3,
      text: 'What would have to change, and by how much, to make this worth it?',
      ifAnswered: 'You wrote about {topic}. What would they have to be in three months to make this worth it?',
    },
    {
      intent: 'narrow_pilot',
      rank: 5,
      text: 'If we tried it in one place first, where would you start?',
      ifAnswered: 'You wrote about {topic}. What is the smallest thing that should work by then?',
    },
    {
      intent: 'approval_owners',
      rank: 4,
      text: 'Besides you, who has to agree before you start something like this?',
      ifAnswered: 'You wrote about {topic}. Who else has to agree, and what do they look at first?',
    },
    {
      intent: 'continue_if_hit',
      rank: 9,
      text: 'If a first try went well, what could still stop you?',
      ifAnswered: 'If we reached the goal that you wrote about, what could still stop you from going on?',
    },
  ],
  contextual: {
    reason: 'I read why you wanted to meet. What happens if nothing changes?',
    metBefore: 'We last met on {when}. What has changed since?',
    missedBefore: 'Our last meeting did not happen. What would make this one worth your time?',
    newDomain: 'Your web address is quite new. Is {place} new as well, or just the name?',
    tools: {
      text: 'It looks as if you use {tools}. Would this have to work together with that?',
      kinds: ['customers', 'shop', 'support', 'automation', 'work'],
    },
    leadsTo: 'Your web address leads to another site. Is that one yours, too?',
    unknownWork: 'In two sentences: what do you do, and for whom?',
    ownWork: 'What is your own work at {place}, and who relies on it?',
  },
};

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
      text: 'Can you walk me through how this works today, from the first step to the last?',
      ifAnswered: 'You told us a bit about {topic}. Can you walk me through a recent case, step by step?',
    },
    {
      intent: 'where_it_breaks',
      rank: 2,
      text: 'Where does it break or get slow, and what do people do then?',
      ifAnswered: 'You wrote about {topic}. When did it last happen, and what did it cost you?',
    },
    {
      intent: 'missing_early',
      rank: 7,
      text: 'What do you wish you had known or had at the start, the last time it went wrong?',
    },
    {
      intent: 'data_sources',
      rank: 8,
      text: 'Which systems or files hold what this needs?',
      ifAnswered: 'You wrote about {topic}. Which parts should stay, and which have to go?',
    },
    {
      intent: 'output_users_format',
      rank: 6,
      text: 'Who would use the result each week, and in what form do they need it?',
      ifAnswered: 'You wrote about {topic}. What do they need to have in hand at the end?',
      ifAlone: 'What do you need to have in hand at the end, and what do you do with it?',
    },
    {
      intent: 'success_number',
      rank: 3,
      text: 'Which number would have to change, and by how much, to make this worth it?',
      ifAnswered: 'You wrote about {topic}. What would they have to be in three months to make this worth it?',
    },
    {
      intent: 'narrow_pilot',
      rank: 5,
      text: 'If we tried it with one team or one case first, which would you choose?',
      ifAnswered: 'You wrote about {topic}. What is the smallest thing that should work by then?',
    },
    {
      intent: 'approval_owners',
      rank: 4,
      text: 'Besides you, who has to agree before something like this starts?',
      ifAnswered: 'You wrote about {topic}. Who else has to agree, and what do they look at first?',
    },
    {
      intent: 'continue_if_hit',
      rank: 9,
      text: 'If a first try reached that, what would keep you from going on?',
      ifAnswered: 'If we reached the goal that you wrote about, what would keep you from going on?',
    },
  ],
  contextual: {
    reason: 'I read why you wanted to meet. What happens if nothing changes?',
    metBefore: 'We last met on {when}. What has changed since?',
    missedBefore: 'Our last meeting did not happen. What would make this one worth your time?',
    newDomain: 'Your domain is quite new. Is the company new, too, or has it a new name?',
    tools: {
      text: 'It looks as if you use {tools}. Does what we talk about have to work with that?',
      kinds: ['customers', 'shop', 'support', 'automation', 'work'],
    },
    leadsTo: 'Your web address leads to another site. Is that one yours, too?',
    unknownWork: 'In two sentences: what do you do, and for whom?',
  },
};

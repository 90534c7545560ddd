import type { PrepTemplateData } from '../../../schemas/shapes/prep-template.ts';

export const partnership: PrepTemplateData = {
  purpose: 'Find out what each side would bring, and what a first joint try would be.',
  brandSpeakFrom: [
    'What our customers ask for that we do not do ourselves',
    'What we can bring, and what we cannot',
    'Partnerships that run, and what they took',
  ],
  doNotSay: [
    'Names or figures of customers without their consent',
    'Exclusivity, or shares of revenue, as a promise',
    'Anything bad about other partners',
  ],
  softQualifyOnly: true,
  closer: 'Agree on one joint try: one customer or one event, a person on each side, and a day to look at the result.',
  questions: [
    {
      intent: 'process_walkthrough',
      rank: 1,
      text: 'How do you work with partners today, from the first talk to the first thing you do together?',
      ifAnswered: 'You told us a bit about {topic}. Can you walk me through one partnership that went well?',
    },
    {
      intent: 'where_it_breaks',
      rank: 3,
      text: 'When a partnership like this did not work out, what was the reason?',
      ifAnswered: 'You wrote about {topic}. What have you tried so far, and where did it stop?',
    },
    {
      intent: 'missing_early',
      rank: 7,
      text: 'The last time you did this, what should both sides have settled at the start?',
    },
    {
      intent: 'data_sources',
      rank: 9,
      text: 'What would our teams have to share with each other, and where is it kept?',
      ifAnswered: 'You wrote about {topic}. Would that have to work with what we use, and who would see to it?',
    },
    {
      intent: 'output_users_format',
      rank: 5,
      text: 'Who would gain first, your {clients} or ours, and what would they get that they lack today?',
      ifAnswered: 'You wrote about {topic}. What would they get that they lack today?',
    },
    {
      intent: 'narrow_pilot',
      rank: 2,
      text: 'What is the smallest thing we could try together in the next six weeks?',
      ifAnswered: 'You wrote about {topic}. What is the smallest thing we could do together by then?',
    },
    {
      intent: 'success_number',
      rank: 4,
      text: 'After three months, what would tell us both that it works?',
      ifAnswered: 'You wrote about {topic}. In three months, what would tell us both that it works?',
    },
    {
      intent: 'approval_owners',
      rank: 6,
      text: 'Who on your side decides, and who would run it day to day?',
      ifAnswered: 'You wrote about {topic}. Who else decides, and who would run it day to day?',
    },
    {
      intent: 'continue_if_hit',
      rank: 8,
      text: 'If the first try works, what would we do next?',
      ifAnswered: 'If we reach the goal that you wrote about, what would we do next?',
    },
  ],
  contextual: {
    reason: 'I read what you have in mind. What would each of us do first, and for whom?',
    metBefore: 'We last met on {when}. What has moved on your side since?',
    missedBefore: 'Our last meeting did not happen. Is the idea still a priority for you?',
    newDomain: 'Your web address is quite new. How far along are you?',
    tools: {
      text: 'It looks as if you use {tools}. Is that also part of what you do for your {clients}?',
      kinds: ['customers', 'shop', 'automation', 'models', 'support'],
    },
    leadsTo: 'Your web address leads to another site. Which of the two would be our partner?',
    unknownWork: 'In two sentences: what do you do, and for whom?',
    ownWork: 'What is your own work at {place}, and who relies on it?',
  },
};

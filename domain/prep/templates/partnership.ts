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
      text: 'How do you work with partners today, from the first talk to the first joint customer?',
      ifAnswered: 'You told us a bit about {topic}. Can you walk me through one partnership that went well?',
    },
    {
      intent: 'where_it_breaks',
      rank: 3,
      text: 'Where did partnerships like this one fail for you?',
      ifAnswered: 'You wrote about {topic}. What have you tried so far, and where did it stop?',
    },
    { intent: 'missing_early', rank: 7, text: 'What should both sides have settled earlier, the last time?' },
    {
      intent: 'data_sources',
      rank: 9,
      text: 'What would our teams have to share to work together, and where does it live?',
      ifAnswered: 'You wrote about {topic}. Would our two products have to be connected, and who would do it?',
    },
    {
      intent: 'output_users_format',
      rank: 5,
      text: 'Whose customers gain first, and what do they get that they lack today?',
      ifAnswered: 'You wrote about {topic}. What would they get that they lack today?',
    },
    {
      intent: 'narrow_pilot',
      rank: 2,
      text: 'What is the smallest joint thing we could try in the next six weeks?',
      ifAnswered: 'You wrote about {topic}. What is the smallest joint thing that could be done by then?',
    },
    {
      intent: 'success_number',
      rank: 4,
      text: 'After three months, which number tells us both that it works?',
      ifAnswered: 'You wrote about {topic}. Which figure in three months tells us both that it works?',
    },
    {
      intent: 'approval_owners',
      rank: 6,
      text: 'Who on your side decides, and who would run it day by day?',
      ifAnswered: 'You wrote about {topic}. Who else decides, and who would run it day by day?',
    },
    {
      intent: 'continue_if_hit',
      rank: 8,
      text: 'If the first try reaches that number, what is the next size?',
      ifAnswered: 'If we reach the goal that you wrote about, what is the next size?',
    },
  ],
  contextual: {
    reason: 'I read what you have in mind. What would each of us do first, and for whom?',
    metBefore: 'Since we last met, on {when}: what has moved on your side?',
    missedBefore: 'Our last meeting did not happen. Is the idea still a priority for you?',
    newDomain: 'Your domain is quite new. What do partners have to know about where you stand?',
    tools: {
      text: 'It looks as if you use {tools}. Do you build on that for customers, too?',
      kinds: ['customers', 'shop', 'automation', 'models', 'support'],
    },
    leadsTo: 'Your web address leads to another site. Who would be the partner?',
    unknownWork: 'In two sentences: what do you do, and for whom?',
  },
};

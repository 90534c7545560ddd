import type { PrepTemplateData } from '../../../schemas/shapes/prep-template.ts';

export const general: PrepTemplateData = {
  purpose: 'Understand what they want from this meeting, and leave with a clear next step.',
  brandSpeakFrom: ['What we do and do not do, in one sentence each', 'What we would do in their place, and why'],
  doNotSay: ['Promises that somebody else has to keep', 'Guesses as if they were facts'],
  softQualifyOnly: true,
  closer: 'Repeat what was agreed, who does it, and by when. If there is nothing to do, say so.',
  questions: [
    {
      intent: 'process_walkthrough',
      rank: 2,
      text: 'What led to this meeting? Can you tell me from the start?',
      ifReason: 'How did the matter you wrote about come up, and where does it stand today?',
      ifAnswered: 'You told us a bit about {topic}. Can you take me through it from the start?',
    },
    {
      intent: 'where_it_breaks',
      rank: 1,
      text: 'What is the one thing that you would most like to take away from today?',
      ifReason: 'Which part of it matters most to you?',
      ifAnswered: 'You wrote about {topic}. What would it take to solve that?',
    },
    { intent: 'missing_early', rank: 5, text: 'What have you already tried, and what came of it?' },
    {
      intent: 'data_sources',
      rank: 9,
      text: 'Is there anything I should read or see after this meeting?',
      ifAnswered: 'You wrote about {topic}. What of that should I see for myself?',
    },
    {
      intent: 'output_users_format',
      rank: 7,
      text: 'Whose work would change, besides yours?',
      ifAnswered: 'You wrote about {topic}. What does each of them need?',
    },
    {
      intent: 'success_number',
      rank: 4,
      text: 'Three months from now, what should be different?',
      ifAnswered: 'You wrote about {topic}. What should they be in three months?',
    },
    {
      intent: 'narrow_pilot',
      rank: 3,
      text: 'What could each of us do this month as a first step?',
      ifAnswered: 'You wrote about {topic}. What would be a good first step before then?',
    },
    {
      intent: 'approval_owners',
      rank: 6,
      text: 'Who else has a say before you go ahead?',
      ifAnswered: 'You wrote about {topic}. Who else has a say?',
    },
    {
      intent: 'continue_if_hit',
      rank: 8,
      text: 'Where should all of this lead within a year?',
      ifAnswered: 'If you reach the goal that you wrote about, what comes after it?',
    },
  ],
  contextual: {
    reason: 'I read why you wanted to meet. What would make this time well spent for you?',
    metBefore: 'We last met on {when}. What has changed since?',
    missedBefore: 'Our last meeting did not happen. What should we do with the time today?',
    newDomain: 'Your web address is quite new. Are you starting something, or is it a new name?',
    tools: {
      text: 'It looks as if you use {tools}. Is any of that part of what you want to talk about?',
      kinds: ['customers', 'support', 'shop', 'work'],
    },
    leadsTo: 'Your web address leads to another site. Is that one yours, too?',
    unknownWork: 'In two sentences: what do you do, and for whom?',
    ownWork: 'What is your own work at {place}, and who relies on it?',
  },
};

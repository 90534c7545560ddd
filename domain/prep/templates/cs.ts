import type { PrepTemplateData } from '../../../schemas/shapes/prep-template.ts';

export const cs: PrepTemplateData = {
  purpose: 'Find out whether they get what they came for, and what stands in the way.',
  brandSpeakFrom: [
    'What they told us they came for',
    'What we changed because of customers like them',
    'Open tickets and promises, before they ask',
  ],
  doNotSay: [
    'Dates for features that are not released',
    'That the fault is theirs',
    'An upgrade, before their present problem is solved',
  ],
  softQualifyOnly: true,
  closer: 'Repeat each promise with its owner and its day. Ask what would have made this call unnecessary.',
  questions: [
    {
      intent: 'process_walkthrough',
      rank: 2,
      text: 'Can you show me what you did with our product last week?',
      ifAnswered: 'You told us a bit about {topic}. Can you show me how you did it last time?',
    },
    {
      intent: 'where_it_breaks',
      rank: 1,
      text: 'Where do you still work around it, or do things by hand?',
      ifAnswered: 'You wrote about {topic}. When did it last happen, and what did you do instead?',
    },
    { intent: 'missing_early', rank: 5, text: 'What should we have told you, or set up, in the first weeks?' },
    {
      intent: 'output_users_format',
      rank: 4,
      text: 'Who uses it every week, and who has stopped?',
      ifAnswered: 'You wrote about {topic}. Which of them use it every week, and who has stopped?',
      ifAlone: 'You use it on your own. What would it take to hand a part of it to somebody else?',
    },
    {
      intent: 'data_sources',
      rank: 8,
      text: 'What do you still copy from one place to another?',
      ifAnswered: 'You wrote about {topic}. What do you still copy from there by hand?',
    },
    {
      intent: 'success_number',
      rank: 3,
      text: 'You came to us to change something. Which number shows whether it changed?',
      ifAnswered: 'You wrote about {topic}. What were they before you started, and where should they be?',
    },
    {
      intent: 'narrow_pilot',
      rank: 6,
      text: 'Which one thing should be better in four weeks?',
      ifAnswered: 'You wrote about {topic}. Which one thing should be better by then?',
    },
    {
      intent: 'approval_owners',
      rank: 7,
      text: 'Who decides on the renewal, and what do they want to see?',
      ifAnswered: 'You wrote about {topic}. Who else looks at it, and what do they want to see?',
    },
    {
      intent: 'continue_if_hit',
      rank: 9,
      text: 'If we get that right, what else could make you leave?',
      ifAnswered: 'Once you reach the goal that you wrote about, what would you like to do next with us?',
    },
  ],
  contextual: {
    reason: 'I read why you wanted to meet. What should be different after today?',
    metBefore: 'We last met on {when}. Did what we agreed on happen?',
    missedBefore: 'Our last meeting did not happen. What has been waiting for us since?',
    newDomain: 'Your web address is quite new. Has something changed at {place}?',
    tools: {
      text: 'It looks as if you use {tools}. Does our product work with that the way you need?',
      kinds: ['support', 'customers', 'automation', 'work'],
    },
    leadsTo: 'Your web address leads to another site. Does that change who uses our product?',
  },
};

import type { PrepTemplateData } from '../../../schemas/shapes/prep-template.ts';

export const hiring: PrepTemplateData = {
  purpose: 'Learn how the person works, and let them learn what the job is really like.',
  brandSpeakFrom: [
    'What the work of the first months is',
    'How we decide, and by when they hear from us',
    'What is hard about the job',
  ],
  doNotSay: [
    'Age, health, family, origin, belief: do not ask and do not comment',
    'A salary or a start as a promise',
    'Other candidates',
  ],
  softQualifyOnly: false,
  closer:
    'Say what comes next and by which day they hear from us, also if it is a no. Ask what they still want to know.',
  questions: [
    {
      intent: 'process_walkthrough',
      rank: 1,
      text: 'Take a piece of work that you are proud of. How did you go about it, step by step?',
      ifAnswered: 'You told us a bit about {topic}. Can you take me through a recent example, step by step?',
    },
    {
      intent: 'where_it_breaks',
      rank: 2,
      text: 'Can you tell me about a piece of work that went wrong, and what you did?',
      ifAnswered: 'You wrote about {topic}. What did you do when it was hardest?',
    },
    { intent: 'missing_early', rank: 6, text: 'What do you need in the first weeks at a new place to do good work?' },
    {
      intent: 'data_sources',
      rank: 8,
      text: 'How do you find out what is true when people tell you different things?',
      ifAnswered: 'You wrote about {topic}. What do you use it for, and what would you like to use?',
    },
    {
      intent: 'output_users_format',
      rank: 5,
      text: 'Who used what you made, and how did you know that it helped them?',
      ifAnswered: 'You wrote about {topic}. How did you know that it helped them?',
    },
    {
      intent: 'success_number',
      rank: 4,
      text: 'How was the success of your work measured, and do you think that was right?',
      ifAnswered: 'You wrote about {topic}. What was your own part in them?',
    },
    {
      intent: 'narrow_pilot',
      rank: 3,
      text: 'If you started here, what would you want to have done in the first month?',
      ifAnswered:
        'You wrote about {topic}. Once you have started, what would you want to have done in the first month?',
    },
    {
      intent: 'approval_owners',
      rank: 9,
      text: 'What did you decide alone in your last work, and what with others?',
      ifAnswered: 'You wrote about {topic}. Who else was part of it, and how did you agree?',
    },
    {
      intent: 'continue_if_hit',
      rank: 7,
      text: 'If the first half year goes well, what would you want to do next?',
      ifAnswered: 'If you reach the goal that you wrote about here, what would you want to do next?',
    },
  ],
  contextual: {
    reason: 'I read what you would like to talk about. Shall we begin there?',
    metBefore: 'We last met on {when}. What have you thought about since?',
    missedBefore: "Our last meeting did not happen. Does today's time suit you?",
    newDomain: 'You write from a quite new web address. Is that something of your own?',
    leadsTo: 'The address that you write from leads to another site. Where do you work today?',
  },
};

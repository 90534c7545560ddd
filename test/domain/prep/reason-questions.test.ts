import { describe, expect, it } from 'vitest';
import { REASON_QUESTIONS, reasonRow } from '../../../domain/prep/reason-questions.ts';

type Asks = (typeof REASON_QUESTIONS)[number]['asks'];

const KNOWN: Readonly<Record<Asks, string>> = {
  why: `Why now?
    Why do you want to meet?
    Why are you reaching out today?
    Why did you book this call?
    What brings you here?
    What brought you to us?
    What made you book a call?
    What prompted you to get in touch?
    What led you to contact us?
    Reason for the meeting
    Reason for your visit *
    Purpose of the call:
    Meeting purpose
    Reason for contacting us
    Purpose
    What happened?
    Was führt Sie zu uns?
    Was führt Sie her?
    Was ist passiert?
    Warum gerade jetzt?
    Grund für den Termin
    Ihr Anliegen`,
  subject: `What would you like to talk about?
    What do you want to discuss?
    Which topics should we cover?
    What should we focus on?
    What is this meeting about?
    What is this about?
    What will this call be about?
    Agenda
    Topic
    Topics for the call
    Meeting topic
    Please share the topics you want to discuss
    Thesis topic
    Topic of your thesis
    Research question
    Working title of the project
    Project idea
    What is your thesis about?
    Thema der Arbeit
    Thema Ihrer Abschlussarbeit
    Worüber möchten Sie sprechen?
    Worum geht es?
    Thema des Gesprächs
    Welche Themen sollen wir behandeln?`,
  outcome: `What are you hoping to get out of this call?
    What do you hope to achieve?
    What are you trying to solve?
    What would you like to learn?
    What do you want to get from our conversation?
    What do you expect from this meeting?
    What would make this call a success for you?
    Goals for this meeting
    Desired outcome of the call
    Expectations
    Was erhoffen Sie sich von dem Gespräch?
    Was erwarten Sie von uns?
    Was möchten Sie erreichen?
    Ziel des Termins`,
  help: `How can we help?
    How may I help you today?
    What can we do for you?
    Where can we support you?
    What do you need help with?
    What kind of support are you looking for?
    What are you looking for?
    What’s on your mind?
    Your request
    What is your enquiry about?
    Please describe your project
    What are you working on?
    Your case
    Project details
    Woran arbeiten Sie?
    Tell us about your situation
    Wie können wir Ihnen helfen?
    Was können wir für Sie tun?`,
  anything: `Please share anything that will help prepare for our meeting.
    Is there anything we should know?
    Anything else?
    Message
    Additional information
    Notes for the host
    Do you have any questions for us?
    Möchten Sie uns sonst noch etwas mitteilen?
    Anmerkungen`,
};

const OTHERS = `Your role
  How many quotes a month?
  What is your biggest challenge?
  What is your goal?
  What is your budget?
  Which tools do you use today?
  What does your company do?
  What is your company about?
  What do you focus on in your job?
  How did you hear about us?
  Why did you leave your last job?
  Reason for leaving your last job
  Why should we hire you?
  Which languages do you speak?
  What role does AI play in your company?
  Tell us about yourself
  Thesis supervisor
  Project manager
  Project start date
  Case number
  Research group
  Company size
  Phone number
  Your website
  When do you want to start?
  Who else will join?
  Who decides?
  Branche
  Wie viele Mitarbeiter haben Sie?`;

const linesOf = (text: string): string[] => text.split('\n').map((line) => line.trim());
const asks = (label: string, key = 'q1') => REASON_QUESTIONS[reasonRow(label, key)]?.asks ?? null;

describe.each(Object.entries(KNOWN))('questions that ask for %s', (kind, questions) => {
  it.each(linesOf(questions))('“%s”', (question) => expect(asks(question)).toBe(kind));
});

it.each(linesOf(OTHERS))('“%s” does not ask why they come', (question) => expect(asks(question)).toBeNull());

it('a key tells it where the label does not', () => {
  expect(asks('Details, if you like', 'reason_for_call')).toBe('why');
  expect(asks('Details, if you like', 'q2')).toBeNull();
});

it('a hostile label costs no time', () => {
  const started = performance.now();
  for (const words of ['what you '.repeat(5_000), 'a'.repeat(50_000), 'reason '.repeat(9_000)]) asks(words);
  expect(performance.now() - started).toBeLessThan(500);
});

const WEEKDAY = '(?:mon|tue|tues|wed|weds|wednes|thu|thur|thurs|fri|sat|satur|sun)(?:days?)?';
const LISTED = new RegExp(String.raw`\b(${WEEKDAY})(?:,| and|,? or|\/)(?= ?${WEEKDAY}\b)`, 'g');

/** Other ways to say what the readers know. In order: later ones see what earlier ones wrote. */
const SAID: readonly (readonly [RegExp, string])[] = [
  [/\bplease\b|[?!]|\.$/g, ' '],
  [/\ba\.m\.?/g, 'am'],
  [/\bp\.m\.?/g, 'pm'],
  [/\b(?:asap|as soon as possible|as early as possible|at the earliest|(?:the )?(?:soonest|first available))\b/g, ' '],
  [/\btonight\b/g, 'today evening'],
  [/\blater (today|this week|this month)\b/g, '$1'],
  [/\b(?:the )?rest of (?:the|this) (week|month)\b/g, 'this $1'],
  [/\bthis (?=morning|afternoon|evening|lunchtime)/g, 'today '],
  [/\bfirst thing(?: in the morning)?\b/g, 'early morning'],
  [/\b(?:(?:at|over) )?lunch\b/g, 'lunchtime'],
  [/\b(?:about|approximately|approx\.?|circa)(?= \d| noon| midday)|~ ?(?=\d)/g, 'around '],
  [/\b(?:at )?(\d{1,2}(?::\d{2})?) ?-?ish\b/g, 'around $1'],
  [/\bat (\d{1,2}(?::\d{2})?(?: ?[ap]m)?) or (?=\d)/g, 'at $1 or at '],
  [/\btomorrow or the day after\b(?! tomorrow)/g, 'tomorrow or day after tomorrow'],
  [/\btues\b/g, 'tuesday'],
  [/\bweds\b/g, 'wednesday'],
  [/\b(?:at |by )?(?:the )?end of (?:the )?day\b/g, 'late afternoon'],
  [LISTED, '$1 or '],
  [/([a-z])\s?[-–]\s?(?=[a-z])/g, '$1 to '],
  [/\bmid to /g, 'mid '],
  [/,/g, ' '],
];

/** Words for a time in lower case, with single spaces, each thing said in one way. */
export const tidy = (words: string): string =>
  SAID.reduce((text, [said, known]) => text.replaceAll(said, known), words.toLowerCase().replaceAll(/\s+/g, ' '))
    .replaceAll(/ +/g, ' ')
    .trim();

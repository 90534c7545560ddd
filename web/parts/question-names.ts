/** The id of a question's control, or of the group of its controls. */
export const questionId = (key: string): string => `field-${key}`;

/** The name of the country beside a phone number, in the posted form. */
export const countryName = (key: string): string => `country[${key}]`;

/** A question's name in the posted form. */
export const questionName = (key: string): string => `customFields[${key}]`;

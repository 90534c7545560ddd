/** The id of a question's control, or of the group of its controls. */
export const questionId = (key: string): string => `field-${key}`;

/** A question's name in the posted form. */
export const questionName = (key: string): string => `customFields[${key}]`;

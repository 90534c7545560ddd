const NUMBER = /^(?:guest)?(?:phone|phonenumber|telephone|tel|mobile|cell)$/;

/** What is said of a guest's number where a guest is named: it is an answer to a question. undefined: no number, or of somebody else. */
export function guestsNumber(shape: object, given: string): string | undefined {
  const isBooking = 'customFields' in shape || ('email' in shape && 'timezone' in shape);
  if (!isBooking || !NUMBER.test(given.toLowerCase().replace(/[^a-z]+/g, ''))) return undefined;
  return 'is unknown here, the number that the host calls is an answer: customFields.guest_phone, such as "+493012345678", if the form has no phone question of its own';
}

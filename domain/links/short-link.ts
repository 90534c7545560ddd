import { randomInt } from 'node:crypto';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const LENGTH = 12;
const FORM = /^[0-9A-Za-z]{12}$/;

/** A new token of a short link: 12 base62 characters, 71 bits, too many to guess. */
export const mintLinkToken = (): string =>
  Array.from({ length: LENGTH }, () => BASE62[randomInt(BASE62.length)]).join('');

/** Whether a text can be such a token. */
export const isLinkToken = (text: string): boolean => FORM.test(text);

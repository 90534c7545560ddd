import { z } from 'zod';

/** RFC 4648, 4, as a pattern, so that the published schema says what is accepted. */
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** 262144 bytes in base64. */
const MAX_BASE64 = 349_528;

/** A picture's file of at most 256 KB; null: no picture. */
export const PictureFile = z
  .string()
  .regex(BASE64, 'must be base64 with its padding, without data: in front')
  .min(1)
  .max(MAX_BASE64, `must be at most ${MAX_BASE64} characters: 256 KB in base64`)
  .nullable()
  .describe('The file in base64 (RFC 4648, 4); null: no picture.')
  .meta({ contentEncoding: 'base64' });

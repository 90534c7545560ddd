import type { PrepTemplate } from '../../../schemas/shapes/prep.ts';
import type { PrepTemplateData } from '../../../schemas/shapes/prep-template.ts';
import { cs } from './cs.ts';
import { general } from './general.ts';
import { hiring } from './hiring.ts';
import { partnership } from './partnership.ts';
import { sales } from './sales.ts';

export const TEMPLATES: Readonly<Record<PrepTemplate, PrepTemplateData>> = { sales, partnership, hiring, cs, general };

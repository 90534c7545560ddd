import type { StandInCompany } from '../world.ts';
import { acmeRobotics } from './acme-robotics.ts';
import { cornerBakeryHill } from './corner-bakery-hill.ts';
import { feinwerkOberland } from './feinwerk-oberland.ts';
import { northmoorUniversity } from './northmoor-university.ts';
import { others } from './others.ts';
import { thorneAndVale } from './thorne-and-vale.ts';

/** Every company of the stand-in internet. */
export const COMPANIES: readonly StandInCompany[] = [
  ...[acmeRobotics, cornerBakeryHill, thorneAndVale, feinwerkOberland, northmoorUniversity],
  ...others,
];

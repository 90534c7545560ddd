/** "Europe/Isle of Man" */
export const zoneWords = (zone: string): string => zone.replaceAll('_', ' ');

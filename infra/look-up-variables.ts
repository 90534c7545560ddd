interface LookUpVariables {
  readonly HOLDFAST_MODE: 'local' | 'production';
  readonly ENRICHMENT?: 'on' | 'off' | undefined;
  readonly INTERNET_STAND_IN_URL?: string | undefined;
}

/** Whether companies are looked up, and where. Without a word, local mode never asks the real internet. */
export function lookUpsOf({ HOLDFAST_MODE: mode, ENRICHMENT: wanted, INTERNET_STAND_IN_URL: url }: LookUpVariables) {
  if (wanted !== undefined) return { enrichment: wanted === 'on', internetStandInUrl: undefined };
  return { enrichment: mode === 'production' || url !== undefined, internetStandInUrl: url };
}

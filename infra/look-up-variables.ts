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

/** How this process looks companies up, for the log of its start. @param dnsServers those of the machine */
export function lookUpWords(
  {
    enrichment,
    internetStandInUrl,
  }: { readonly enrichment: boolean; readonly internetStandInUrl?: string | undefined },
  dnsServers: readonly string[],
): { readonly lookUps: 'on' | 'off'; readonly through?: string; readonly dnsServers?: readonly string[] } {
  if (!enrichment) return { lookUps: 'off' };
  if (internetStandInUrl !== undefined) return { lookUps: 'on', through: `the stand-in at ${internetStandInUrl}` };
  return { lookUps: 'on', through: 'the internet', dnsServers };
}

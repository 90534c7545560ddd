/** The environment of this process; everything else takes what it needs as an argument. */
export const environment: NodeJS.ProcessEnv = process.env;

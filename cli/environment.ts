/** The environment of this process; everything else gets it as an argument. */
export const environment: NodeJS.ProcessEnv = process.env;

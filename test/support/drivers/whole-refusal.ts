interface Error {
  readonly message: string;
  // biome-ignore lint/suspicious/noExplicitAny: details are each refusal's own
  readonly details?: any;
}

/** A refusal over MCP with its message as REST words it: MCP leaves the rules to the issues. */
export function wholeRefusal<E extends Error>(error: E): E {
  const issues: readonly { path: string; message: string }[] = error.details?.issues ?? [];
  if (!error.message.endsWith('see details.issues')) return error;
  const rules = issues.map(({ path, message }) => (path ? `${path}: ${message}` : message));
  return { ...error, message: `Invalid request: ${rules.join('; ')}` };
}

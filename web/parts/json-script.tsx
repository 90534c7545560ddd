interface JsonScriptProps {
  readonly type: 'application/json' | 'application/ld+json';
  readonly id?: string;
  /** what JSON can carry */
  readonly data: object;
}

/** A data block: browsers do not run it, so the script policy does not apply. */
export function JsonScript({ type, id, data }: JsonScriptProps) {
  return (
    <script
      type={type}
      id={id}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON, in which no tag can begin or end
      dangerouslySetInnerHTML={{ __html: JSON.stringify(data).replaceAll('<', '\\u003c') }}
    />
  );
}

const isData = (attributes: string, body: string): boolean => {
  if (!/ type="application\/(?:ld\+)?json"/.test(attributes)) return false;
  JSON.parse(body);
  return true;
};

/** A script file of ours with a content hash in its name, and nothing inside the tag. */
const isOurs = (attributes: string, body: string): boolean =>
  body === '' && / src="\/(?:assets\/[\w.-]+|embed)\.js"/.test(attributes);

/**
 * Code and styles that are not in a file of ours: scripts from elsewhere or inline, handlers and styles in
 * attributes, `javascript:` links. Our pages have none, so they work under a policy without 'unsafe-inline'.
 */
export function foreignCode(html: string): string[] {
  const scripts = [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)(?:<\/script>|$)/gi)]
    .filter(([, attributes = '', body = '']) => !isData(attributes, body) && !isOurs(attributes, body))
    .map(([tag]) => tag.slice(0, 200));
  const tags = html.replaceAll(/(<script\b[^>]*>)[\s\S]*?<\/script>/gi, '$1').matchAll(/<[a-z][^>]*>/gi);
  const inline = [...tags]
    .map(([tag]) => tag)
    .filter((tag) => /\son[a-z]+=|\sstyle=|="javascript:|^<style|^<iframe|^<object|^<embed/i.test(tag));
  return [...scripts, ...inline];
}

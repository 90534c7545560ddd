const isData = (attributes: string, body: string): boolean => {
  if (!/ type="application\/(?:ld\+)?json"/.test(attributes)) return false;
  JSON.parse(body);
  return true;
};

/** A file of ours, named by its content, and nothing written inside the tag. */
const isOurs = (attributes: string, body: string): boolean =>
  body === '' && / src="\/(?:assets\/[\w.-]+|embed)\.js"/.test(attributes);

/**
 * All that a browser would run, or draw, though no file of ours says so: scripts from elsewhere or inline, handlers and styles in
 * attributes, `javascript:` links. A page of ours has none, so that a policy without 'unsafe-inline' costs it nothing.
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

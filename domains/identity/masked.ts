const MASK = '***';

/** Returns a masked contact: `a***e@example.com`, `+852***67`. */
export function masked(value: string): string {
  const at = value.indexOf('@');
  if (at === -1) return `${value.slice(0, 4)}${MASK}${value.slice(-2)}`;
  const name = value.slice(0, at);
  return `${name.slice(0, 1)}${MASK}${name.length > 2 ? name.slice(-1) : ''}${value.slice(at)}`;
}

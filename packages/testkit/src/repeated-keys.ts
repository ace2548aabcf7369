/** Keys that several notifications have: messages drop all but the first, without a failure. */
export function repeatedKeys(notifications: readonly { readonly key: string }[]): string[] {
  const known = new Set<string>();
  return notifications.flatMap(({ key }) => {
    if (known.has(key)) return [`a second notification ${key}`];
    known.add(key);
    return [];
  });
}

/** Returns the address of a text, undefined if it is none. `URL.canParse` is younger than the oldest supported browsers. */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}

/** `YYYY-MM-DD HH:mm:ss` in UTC, shown on the wire beside the unix ms. */
export function wireTime(ms: number): string {
  const second = Math.floor(ms / 1_000);
  if (second !== last.second) {
    last.text = new Date(ms).toISOString().slice(0, 19).replace('T', ' ');
    last.second = second;
  }
  return last.text;
}

/** The last text: the orders of a batch are of one second. */
const last = { second: Number.NaN, text: '' };

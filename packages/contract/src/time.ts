/** `YYYY-MM-DD HH:mm:ss` in UTC, shown on the wire beside the unix ms. */
export const wireTime = (ms: number): string => new Date(ms).toISOString().slice(0, 19).replace('T', ' ');

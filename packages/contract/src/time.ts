/** `YYYY-MM-DD HH:mm:ss` in UTC, as shown on the wire beside its unix-ms twin. */
export const wireTime = (ms: number): string => new Date(ms).toISOString().slice(0, 19).replace('T', ' ');

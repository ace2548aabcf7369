/** Seconds options against the index. */
export const options = {};

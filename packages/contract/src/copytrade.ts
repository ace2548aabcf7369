/** Traders and those who copy them. */
export const copytrade = {};

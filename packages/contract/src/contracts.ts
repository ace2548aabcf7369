/** Leveraged contracts against the index. */
export const contracts = {};

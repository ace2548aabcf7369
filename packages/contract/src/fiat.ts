/** Buying coins with fiat money. */
export const fiat = {};

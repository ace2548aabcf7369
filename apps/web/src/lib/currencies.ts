/** Currencies that forms begin with, by their numbers on the wire. */
export const BTC = 1;
export const USDT = 3;

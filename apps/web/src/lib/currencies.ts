/** Default currencies of forms, by id. */
export const BTC = 1;
export const USDT = 3;

/** Money that comes in: addresses, chain watchers, vouchers. */
export const deposits = {};

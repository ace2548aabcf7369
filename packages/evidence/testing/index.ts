export { T0, receiptKey, strangerKey, tickKey } from './vector-keys.ts';
export type { SigningKey } from './vector-keys.ts';
export { SALT, UID, optionOrder, settled, signed } from './vector-receipts.ts';
export { fileOf, ticksOf } from './vector-ticks.ts';
export type { Chain } from './vector-ticks.ts';

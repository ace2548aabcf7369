/** Private chains on this machine, for demonstrations and tests: nothing on them has value. */
export { installBitcoinNode, startBitcoin } from './bitcoin.ts';
export type { BitcoinTestChain } from './bitcoin.ts';
export { startEvm } from './evm.ts';
export type { EvmTestChain } from './evm.ts';

/** Private chains on this machine, for demonstrations and tests: nothing on them has value. */
export { attachBitcoin, installBitcoinNode, startBitcoin } from './bitcoin.ts';
export type { BitcoinTestChain } from './bitcoin.ts';
export { attachEvm, startEvm } from './evm.ts';
export type { EvmTestChain, TestTokens } from './evm.ts';
export { startTron } from './tron.ts';
export type { TronTestChain } from './tron.ts';

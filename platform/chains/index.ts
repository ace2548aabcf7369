/** Chains: addresses, nodes and key derivation. Knows no product. */
export { checkAddress } from './address.ts';
export type { AddressProblem, CheckedAddress } from './address.ts';
export { ADDRESS_INDEX_MAX, addressOf, createDeriver } from './derive.ts';
export type { Deriver } from './derive.ts';
export { KeyRefused } from './extended.ts';
export { ACCOUNTS, accountKey, accountPath, keyAt } from './keys.ts';
export type { AccountUse, KeyPair } from './keys.ts';
export { PRIVATE_CHAIN_ID, bitcoinNetwork, evmNetwork, isRealNetwork, tronNetwork } from './networks.ts';
export type { BitcoinNetwork, ChainAsset, EvmNetwork, Network, TronNetwork } from './networks.ts';
export { ChainUnavailable } from './port.ts';
export type {
  AccountReader,
  BitcoinChain,
  BitcoinSender,
  Block,
  Chain,
  ChainReader,
  EvmChain,
  EvmSender,
  Outpoint,
  Token,
  TransactionState,
  Transfer,
  TronChain,
  TronSender,
  Unspent,
} from './port.ts';
export { connectBitcoin } from './bitcoin.ts';
export { connectEvm } from './evm.ts';
export { connectTron } from './tron.ts';
export { raised } from './replacement-fee.ts';
export { tokenTransferData } from './token-transfer.ts';
export { tronBytes, tronId, tronRaw, tronSigned, tronTransferData } from './tron-transaction.ts';
export { amountOf, amountUpOf, unitsOf } from './units.ts';

import type { BitcoinNetwork, ChainAsset, EvmNetwork, TronNetwork } from './networks.ts';

/** The node did not reply, or its reply makes no sense. Nothing has happened; the caller retries later. */
export class ChainUnavailable extends Error {}

/** A block of the node's best chain. */
export interface Block {
  readonly height: number;
  readonly hash: string;
  readonly parent: string;
  /** Unix ms. */
  readonly time: number;
}

/** An output of a transaction. */
export interface Outpoint {
  readonly transaction: string;
  readonly output: number;
}

/** A transfer to an address in a transaction of a block. */
export interface Transfer {
  readonly transaction: string;
  /**
   * Number of the payment within its transaction: output number on Bitcoin, log number for a token; -1 for the
   * transaction's own value.
   */
  readonly output: number;
  readonly to: string;
  /** Sender if the chain has a single one; undefined on Bitcoin. */
  readonly from: string | undefined;
  /** Outputs that the transaction spends; Bitcoin only. */
  readonly spends: readonly Outpoint[];
  /** Code of the asset. */
  readonly asset: string;
  /** In the chain's smallest units. */
  readonly units: bigint;
}

/** Reads from a node of a chain. Every call throws ChainUnavailable if there is no valid reply. */
export interface ChainReader {
  /** Height of the best block. */
  height(): Promise<number>;
  /** Returns the best chain's block at a height; undefined above its end. */
  block(height: number): Promise<Block | undefined>;
  /**
   * Returns transfers of the assets in a block to any of the watched addresses (canonical form), without failed ones.
   * The block is identified by its hash: if a reorganisation has replaced it meanwhile, the call throws or returns the
   * transfers of that very block.
   */
  transfers(block: Block, watched: { has(address: string): boolean }): Promise<readonly Transfer[]>;
}

/** A chain with accounts instead of outputs. */
export interface AccountReader extends ChainReader {
  /** Returns the decimals that a token's contract counts with; undefined if no token is at the address. */
  tokenDecimals(contract: string): Promise<number | undefined>;
  /**
   * Returns the sum of an asset on the addresses, in its smallest units, at a height; a node that knows only the
   * present returns its own height with the sum.
   */
  balance(
    addresses: readonly string[],
    asset: ChainAsset,
    height: number,
  ): Promise<{ readonly units: bigint; readonly height: number }>;
}

/** State of a transaction. */
export type TransactionState =
  | { readonly state: 'unknown' }
  /** Known to the node, in no block. */
  | { readonly state: 'pending' }
  | {
      readonly state: 'mined';
      readonly height: number;
      readonly blockHash: string;
      /** 1 for the newest block. */
      readonly confirmations: number;
      /** False if the chain reverted the transaction. */
      readonly succeeded: boolean;
      /** Fee that the sender paid in the chain's smallest units, if the chain reports it. */
      readonly fee: bigint | undefined;
    };

interface Sender {
  /** Broadcasts a signed transaction and returns its id. A transaction that the node knows already counts as broadcast. */
  broadcast(raw: string): Promise<string>;
  transaction(id: string): Promise<TransactionState>;
}

/** A spendable output. */
export interface Unspent extends Outpoint {
  readonly address: string;
  readonly units: bigint;
  readonly confirmations: number;
  /** The node's best block at the time of the reply. */
  readonly bestBlock: string;
}

export interface BitcoinSender extends Sender {
  /** Returns the fee in satoshi per virtual byte for confirmation within a number of blocks; at least 1. */
  feeRate(blocks: number): Promise<number>;
  /** Returns the unspent ones of the outputs, with the node's amount and confirmations; mined ones only. */
  unspent(
    outputs: readonly { readonly transaction: string; readonly output: number }[],
  ): Promise<readonly Unspent[]>;
  /** Returns the outputs that a transaction spends; undefined if the node does not know it. */
  spends(id: string): Promise<readonly Outpoint[] | undefined>;
}

export interface EvmSender extends Sender {
  /** Returns EIP-1559 fees in wei per gas. */
  fees(): Promise<{ readonly maxFeePerGas: bigint; readonly maxPriorityFeePerGas: bigint }>;
  /** Returns the gas that the call needs. A call that would fail throws ChainUnavailable with the node's reason. */
  gas(call: {
    readonly from: string;
    readonly to: string;
    readonly value: bigint;
    readonly data: `0x${string}`;
  }): Promise<bigint>;
  /** Returns the next nonce, pending transactions included. */
  nonce(address: string): Promise<number>;
  /** Returns the next nonce by mined blocks alone: all lower nonces are mined. */
  minedNonce(address: string): Promise<number>;
}

export interface TronSender extends Sender {
  /** Returns the TRX of an address in sun, solidified. */
  coins(address: string): Promise<bigint>;
  /**
   * Returns what a TRC-20 transfer burns at present in sun if the sender has no staked energy and bandwidth. A transfer
   * that would revert throws ChainUnavailable.
   */
  transferFee(transfer: {
    readonly from: string;
    readonly to: string;
    readonly contract: string;
    readonly units: bigint;
  }): Promise<{ readonly energy: bigint; readonly bandwidth: bigint }>;
}

interface Connected<N, R, S> {
  readonly network: N;
  readonly assets: readonly ChainAsset[];
  readonly reader: R;
  readonly sender: S;
}

/** A token by its contract. */
export interface Token {
  /** Code of the credited currency. */
  readonly code: string;
  readonly contract: string;
  /** Decimals of the smallest unit on the chain. */
  readonly decimals: number;
}

/** A chain whose tokens may grow; one that is added is read from the next block on. */
interface WithTokens {
  addToken(token: Token): void;
}

export type BitcoinChain = Connected<BitcoinNetwork, ChainReader, BitcoinSender>;
export type EvmChain = Connected<EvmNetwork, AccountReader, EvmSender> & WithTokens;
export type TronChain = Connected<TronNetwork, AccountReader, TronSender> & WithTokens;
/** A chain with a node. */
export type Chain = BitcoinChain | EvmChain | TronChain;

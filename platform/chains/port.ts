import type { BitcoinNetwork, ChainAsset, EvmNetwork, TronNetwork } from './networks.ts';

/** A node that did not answer, or not with sense. Whoever asked tries again later; nothing has happened. */
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

/** Value that a transaction of a block gives to an address. */
export interface Transfer {
  readonly transaction: string;
  /** Which of the transaction's payments it is: output number on Bitcoin, number of the log within the transaction for a token; -1 the transaction's own value. */
  readonly output: number;
  readonly to: string;
  /** Who sent it where the chain has one sender; undefined on Bitcoin. */
  readonly from: string | undefined;
  /** Outputs that its transaction spends; Bitcoin only. */
  readonly spends: readonly Outpoint[];
  /** Code of the asset. */
  readonly asset: string;
  /** In the chain's smallest units. */
  readonly units: bigint;
}

/** What a node of a chain is asked. Every call throws ChainUnavailable when there is no sound answer. */
export interface ChainReader {
  /** Height of the best block. */
  height(): Promise<number>;
  /** The best chain's block at a height; undefined above its end. */
  block(height: number): Promise<Block | undefined>;
  /**
   * Transfers of the assets in a block to any of the watched addresses (canonical form), those that failed left out. Refers to
   * the block by its hash: if a reorganisation has replaced it meanwhile, it throws or answers that very block's.
   */
  transfers(block: Block, watched: { has(address: string): boolean }): Promise<readonly Transfer[]>;
}

/** A chain that keeps accounts rather than outputs. */
export interface AccountReader extends ChainReader {
  /**
   * What the addresses hold of an asset together, in its smallest units, at a height; where the node knows the present only,
   * at the height that it answers with the sum.
   */
  balance(
    addresses: readonly string[],
    asset: ChainAsset,
    height: number,
  ): Promise<{ readonly units: bigint; readonly height: number }>;
}

/** How far a transaction has come. */
export type TransactionState =
  | { readonly state: 'unknown' }
  /** Seen by the node, in no block. */
  | { readonly state: 'pending' }
  | {
      readonly state: 'mined';
      readonly height: number;
      readonly blockHash: string;
      /** 1 in the newest block. */
      readonly confirmations: number;
      /** False when the chain took it and undid its effect (a reverted call). */
      readonly succeeded: boolean;
      /** What the sender paid for it in the chain's own smallest units, where the chain says. */
      readonly fee: bigint | undefined;
    };

interface Sender {
  /** Hands a signed transaction to the network; answers its id. One that the node knows already counts as handed over. */
  broadcast(raw: string): Promise<string>;
  transaction(id: string): Promise<TransactionState>;
}

/** An output that can be spent. */
export interface Unspent extends Outpoint {
  readonly address: string;
  readonly units: bigint;
  readonly confirmations: number;
  /** The node's best block when it said so. */
  readonly bestBlock: string;
}

export interface BitcoinSender extends Sender {
  /** Satoshi per virtual byte so that it is mined within so many blocks; at least 1. */
  feeRate(blocks: number): Promise<number>;
  /** Which of the outputs are unspent, with the node's word on amount and confirmations; mined ones only. */
  unspent(
    outputs: readonly { readonly transaction: string; readonly output: number }[],
  ): Promise<readonly Unspent[]>;
}

export interface EvmSender extends Sender {
  /** EIP-1559 fees in wei per gas. */
  fees(): Promise<{ readonly maxFeePerGas: bigint; readonly maxPriorityFeePerGas: bigint }>;
  /** Gas that the call needs; a call that would fail throws ChainUnavailable with the node's reason. */
  gas(call: {
    readonly from: string;
    readonly to: string;
    readonly value: bigint;
    readonly data: `0x${string}`;
  }): Promise<bigint>;
  /** Next nonce, transactions that wait counted. */
  nonce(address: string): Promise<number>;
  /** Next nonce by the blocks alone: all below it are in a block. */
  minedNonce(address: string): Promise<number>;
}

export interface TronSender extends Sender {
  /** An unsigned transfer as the node proposes it: raw data (hex) to be checked, signed and broadcast; the id is its SHA-256. */
  transferOf(transfer: {
    readonly from: string;
    readonly to: string;
    readonly contract: string;
    readonly units: bigint;
    /** Most that it may cost, in sun. */
    readonly feeLimit: bigint;
  }): Promise<{ readonly id: string; readonly raw: string }>;
}

interface Connected<N, R, S> {
  readonly network: N;
  readonly assets: readonly ChainAsset[];
  readonly reader: R;
  readonly sender: S;
}

export type BitcoinChain = Connected<BitcoinNetwork, ChainReader, BitcoinSender>;
export type EvmChain = Connected<EvmNetwork, AccountReader, EvmSender>;
export type TronChain = Connected<TronNetwork, AccountReader, TronSender>;
/** A chain with a node to ask. */
export type Chain = BitcoinChain | EvmChain | TronChain;

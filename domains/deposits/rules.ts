import type { DepositState, NetworkId } from '@karat/contract';
import { amount, minus, negate, plus } from '@karat/money';
import type { Amount } from '@karat/money';

/** How a coin is paid in over a network. */
export interface Way {
  readonly network: NetworkId;
  readonly code: string;
  readonly standard: 'native' | 'erc20' | 'trc20';
  readonly subName: string;
  /** Less is kept on record, but not credited. */
  readonly minimum: Amount;
  /** Blocks, its own included, after which a deposit is credited: on the real chain and on a test chain. */
  readonly confirmations: { readonly real: number; readonly test: number };
  /** By how much books and chain may differ before payouts stop. */
  readonly tolerance: Amount;
}

/** The ways in unless configured otherwise. */
export const WAYS: readonly Way[] = [
  {
    network: 'bitcoin',
    code: 'BTC',
    standard: 'native',
    subName: 'BTC',
    minimum: amount('0.0001'),
    confirmations: { real: 3, test: 2 },
    tolerance: amount('0'),
  },
  {
    network: 'ethereum',
    code: 'ETH',
    standard: 'native',
    subName: 'ETH',
    minimum: amount('0.002'),
    confirmations: { real: 32, test: 3 },
    tolerance: amount('0.00001'),
  },
  {
    network: 'ethereum',
    code: 'USDT',
    standard: 'erc20',
    subName: 'ERC20',
    minimum: amount('5'),
    confirmations: { real: 32, test: 3 },
    tolerance: amount('0'),
  },
  {
    network: 'tron',
    code: 'USDT',
    standard: 'trc20',
    subName: 'TRC20',
    minimum: amount('1'),
    confirmations: { real: 1, test: 1 },
    tolerance: amount('0'),
  },
  {
    network: 'ethereum',
    code: 'USDC',
    standard: 'erc20',
    subName: 'ERC20',
    minimum: amount('5'),
    confirmations: { real: 32, test: 3 },
    tolerance: amount('0'),
  },
];

/** Blocks on top of a deposit's own, that one counted; never more than are needed. */
export const confirmationsAt = (height: number, scanned: number, needed: number): number =>
  Math.max(0, Math.min(needed, scanned - height + 1));

/** The last height whose deposits have enough confirmations when the chain is read up to `scanned`. */
export const matureHeight = (scanned: number, needed: number): number => scanned - needed + 1;

/** Where a transfer to one of the addresses begins: nobody's money is nobody's deposit. */
export function firstState(
  transfer: { readonly amount: Amount; readonly minimum: Amount },
  owner: 'user' | 'house',
): Exclude<DepositState, 'credited' | 'orphaned'> {
  if (owner === 'house') return 'house';
  return transfer.amount < transfer.minimum || transfer.amount === 0n ? 'below_minimum' : 'pending';
}

/** 1 pending, 2 credited, 3 not credited, as the log has it. */
export function statusOf(state: DepositState): 1 | 2 | 3 {
  switch (state) {
    case 'pending':
      return 1;
    case 'credited':
    case 'house':
      return 2;
    case 'below_minimum':
    case 'orphaned':
      return 3;
  }
}

/** One side of the books against the chain, in a currency on a network. */
export interface Holding {
  /** What the books owe to it: deposits less payouts. */
  readonly booked: Amount;
  /** On the chain, in nobody's balance. */
  readonly unbooked: Amount;
  /** Payouts that the books have and the chain does not yet (above zero), or the other way round. */
  readonly outgoing: Amount;
  readonly chain: Amount;
}

/** What the chain has beyond what it should: below zero is missing. */
export const differenceOf = ({ booked, unbooked, outgoing, chain }: Holding): Amount =>
  minus(chain, plus(plus(booked, unbooked), outgoing));

/** Whether books and chain agree within the tolerance. */
export function agrees(holding: Holding, tolerance: Amount): boolean {
  const difference = differenceOf(holding);
  return difference <= tolerance && difference >= negate(tolerance);
}

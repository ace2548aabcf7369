import type { DepositState, NetworkId } from '@karat/contract';
import { amount, minus, negate, plus } from '@karat/money';
import type { Amount } from '@karat/money';

/** How a coin is deposited over a network. */
export interface DepositMethod {
  readonly network: NetworkId;
  readonly code: string;
  readonly standard: 'native' | 'erc20' | 'trc20';
  readonly subName: string;
  /** Minimum amount: less is recorded, but not credited. */
  readonly minimum: Amount;
  /** Required confirmations, own block included: on the real chain and on a test chain. */
  readonly confirmations: { readonly real: number; readonly test: number };
  /** Maximum difference between books and chain before payouts halt. */
  readonly tolerance: Amount;
  /**
   * Whether more on the chain than in the books is no reason to halt: a token that was added later may have been sent to addresses
   * before, which the books do not know.
   */
  readonly allowsSurplus?: boolean;
}

/** Default deposit methods. */
export const DEPOSIT_METHODS: readonly DepositMethod[] = [
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

/**
 * Fewest confirmations that operators may ask for. Below them a real chain loses blocks now and then; Tron is read when it is
 * final. On test chains nothing is at stake.
 */
const FLOOR: Readonly<Record<NetworkId, number>> = { bitcoin: 2, ethereum: 12, tron: 1 };
export const confirmationsFloor = (network: NetworkId, isReal: boolean): number =>
  isReal ? FLOOR[network] : 1;
/** More would hold a deposit up for days. */
export const CONFIRMATIONS_MAX = 500;

/** Returns the confirmations of a deposit, own block included; never more than required. */
export const confirmationsAt = (height: number, scanned: number, needed: number): number =>
  Math.max(0, Math.min(needed, scanned - height + 1));

/** Returns the last height whose deposits have enough confirmations if the chain is read up to `scanned`. */
export const matureHeight = (scanned: number, needed: number): number => scanned - needed + 1;

/** Returns the initial state of a transfer to one of the addresses: transfers to no user are no deposits. */
export function firstState(
  transfer: { readonly amount: Amount; readonly minimum: Amount },
  owner: 'user' | 'house',
): Exclude<DepositState, 'credited' | 'orphaned'> {
  if (owner === 'house') return 'house';
  return transfer.amount < transfer.minimum || transfer.amount === 0n ? 'below_minimum' : 'pending';
}

/** State in the log: 1 pending, 2 credited, 3 not credited. */
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

/** Comparison of books and chain for a currency on a network. */
export interface Holding {
  /** Balance of the books: deposits less payouts. */
  readonly booked: Amount;
  /** On the chain, in no balance. */
  readonly unbooked: Amount;
  /** Payouts that are booked but not yet on the chain (positive), or the other way round. */
  readonly outgoing: Amount;
  readonly chain: Amount;
}

/** Returns the surplus of the chain; negative if money is missing. */
export const differenceOf = ({ booked, unbooked, outgoing, chain }: Holding): Amount =>
  minus(chain, plus(plus(booked, unbooked), outgoing));

/** Whether books and chain agree within the tolerance of a method; missing money never does. */
export function agrees(
  holding: Holding,
  { tolerance, allowsSurplus = false }: Pick<DepositMethod, 'tolerance' | 'allowsSurplus'>,
): boolean {
  const difference = differenceOf(holding);
  return (allowsSurplus || difference <= tolerance) && difference >= negate(tolerance);
}

import type { CurrencyId, SessionId, UserId } from '@karat/contract';
import type { Price } from '@karat/money';
import type { Credentials } from '@karat/domains/credentials';
import type { Currency, Ledger } from '@karat/domains/ledger';
import type { Messages } from '@karat/domains/messages';
import type { Outflow } from '@karat/domains/outflow';
import type { Payees } from '@karat/domains/payees';
import type { BitcoinChain, Chain, EvmChain } from '@karat/platform/chains';
import type { SecondFactor } from '@karat/domains/operators';
import type { Context } from '@karat/platform/context';
import type { Signer } from '@karat/platform/crypto';
import type { Queries } from '@karat/platform/db';
import type { OperatorCaller, RequestInfo } from '@karat/platform/http';
import type { BitcoinInput, SigningClient } from '@karat/platform/signing';
import type { Tx } from '@karat/platform/db';
import { DEFAULT_POLICY } from './rules.ts';
import type { Policy } from './rules.ts';

/** What is known of the person who asks. */
export interface Person {
  readonly frozen: boolean;
  readonly createdAt: number;
  /** When the device of this session was first seen; undefined when never. */
  readonly deviceSince: number | undefined;
}

export interface WithdrawalsDeps {
  readonly ctx: Context;
  readonly ledger: Ledger;
  readonly payees: Payees;
  readonly messages: Pick<Messages, 'notify'>;
  readonly credentials: Pick<Credentials, 'holdUntil' | 'lastHoldEnd'>;
  readonly outflow: Pick<
    Outflow,
    | 'mayMoneyLeave'
    | 'releaseWithdrawal'
    | 'allowanceOf'
    | 'isFirstPayment'
    | 'firstPaymentAccepted'
    | 'protectedUntil'
  >;
  /** Worth of one unit in USDT by a current price; undefined without one. Money is judged by this one. */
  readonly price: (queries: Queries, currency: Currency) => Promise<Price | undefined>;
  readonly person: (
    queries: Queries,
    user: UserId,
    session: SessionId | undefined,
  ) => Promise<Person | undefined>;
  /** Takes a fresh second factor of an operator; a wrong one is counted, so the caller commits. */
  readonly confirmOperator: (
    tx: Tx,
    caller: OperatorCaller,
    factor: SecondFactor,
    request: Pick<RequestInfo, 'origin'>,
  ) => Promise<'ok' | 'totp_wrong' | 'too_many_attempts'>;
  /** Signs records of approval; the signer knows its public half. */
  readonly approver: Signer;
  /** Chains with a node. Without one an approved request waits and says so. */
  readonly chains: readonly Chain[];
  readonly signing: SigningClient | undefined;
  /** Networks that others have stopped: what lies on the chain does not agree with the books. */
  readonly haltedElsewhere?: (queries: Queries) => Promise<readonly string[]>;
  /** Whether an address is one of the house's own deposit addresses. */
  readonly isOwnAddress?: (queries: Queries, network: string, address: string) => Promise<boolean>;
  /** Outputs on Bitcoin that the house may spend, largest first, with the path of their key. */
  readonly bitcoinOutputs?: (queries: Queries) => Promise<readonly BitcoinInput[]>;
  readonly policy?: Partial<Policy>;
  /** The currency of a code, for what a network's coin is called. */
  readonly btc: CurrencyId;
}

/** A chain whose transactions the signer signs. Tron is read only: what is approved on it waits and may be taken back. */
export type PayingChain = BitcoinChain | EvmChain;

export interface ResolvedDeps extends WithdrawalsDeps {
  readonly policy: Policy;
  readonly chains: readonly PayingChain[];
}

export const isBitcoin = (chain: PayingChain): chain is BitcoinChain => chain.network.family === 'bitcoin';

const isPaying = (chain: Chain): chain is PayingChain => chain.network.family !== 'tron';

export const resolveDeps = (deps: WithdrawalsDeps): ResolvedDeps => ({
  ...deps,
  policy: { ...DEFAULT_POLICY, ...deps.policy },
  chains: deps.chains.filter(isPaying),
});

/** The chain of a network, if there is a node to ask. */
export const chainOf = ({ chains }: ResolvedDeps, network: string): PayingChain | undefined =>
  chains.find((chain) => chain.network.id === network);

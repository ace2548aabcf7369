import { currencyId, refuse, sessionId, userId } from '@karat/contract';
import type { Contract, CurrencyId, Read, UserId } from '@karat/contract';
import { createTravelRule } from '@karat/domains/compliance';
import type { Ledger } from '@karat/domains/ledger';
import { BTC, ETH, USDT, createLedger, houseAccount, userAccount } from '@karat/domains/ledger';
import type { Notification } from '@karat/domains/messages';
import { createOutflow } from '@karat/domains/outflow';
import { createPayees } from '@karat/domains/payees';
import { amount, format, negate, price } from '@karat/money';
import type { Price } from '@karat/money';
import { createBus } from '@karat/platform/bus';
import {
  ChainUnavailable,
  bitcoinNetwork,
  connectTron,
  evmNetwork,
  tronNetwork,
} from '@karat/platform/chains';
import type { ChainAsset, EvmChain, TransactionState } from '@karat/platform/chains';
import { virtualClock } from '@karat/platform/clock';
import type { Context } from '@karat/platform/context';
import { keyRing, signerFromSeed } from '@karat/platform/crypto';
import { openDatabase } from '@karat/platform/db';
import type { Database } from '@karat/platform/db';
import { silentLog } from '@karat/platform/log';
import { seededRandom } from '@karat/platform/random';
import { SigningRefused, SigningUnavailable } from '@karat/platform/signing';
import type { SignRequest, SignerAssets, SigningClient } from '@karat/platform/signing';
import { createWorker } from '@karat/platform/work';
import type { VerificationLevel } from '@karat/domains/verification';
import { DAY_MS } from '@karat/rules';
import { messagesInto } from '@karat/testkit';
import { createWithdrawals } from '../index.ts';
import type { Policy, WithdrawalsDeps } from '../index.ts';

export const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';
const FROM = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';
const GAS = 21_000n;
const NOWHERE = 'http://127.0.0.1:1';
const TRON_USDT = { code: 'USDT', contract: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', decimals: 6 };
// Harnesses of one test file have separate users.
let nextHouse = 80;

/** A fake chain: records sent transactions and returns set responses. */
function testChain() {
  const sent: string[] = [];
  const state = {
    down: false,
    mined: new Map<string, TransactionState>(),
    height: 1,
    nonce: 0,
    funds: 10n ** 30n,
  };
  const up = (): void => {
    if (state.down) throw new ChainUnavailable('down');
  };
  const assets: ChainAsset[] = [
    { network: 'ethereum', code: 'USDT', standard: 'erc20', contract: FROM, decimals: 6 },
    { network: 'ethereum', code: 'ETH', standard: 'native', contract: undefined, decimals: 18 },
  ];
  const chain: EvmChain = {
    network: evmNetwork(1),
    assets,
    reader: {
      height: async () => state.height,
      block: async () => undefined,
      transfers: async () => [],
      balance: async () => ({ units: state.funds, height: 1 }),
      tokenDecimals: async () => 6,
    },
    addToken: ({ code, contract, decimals }) =>
      void assets.push({ network: 'ethereum', code, standard: 'erc20', contract, decimals }),
    sender: {
      broadcast: async (raw) => {
        up();
        sent.push(raw);
        return raw;
      },
      transaction: async (id) => {
        up();
        return state.mined.get(id) ?? { state: 'unknown' };
      },
      fees: async () => ({ maxFeePerGas: 100n, maxPriorityFeePerGas: 10n }),
      gas: async () => GAS,
      nonce: async () => state.nonce,
      minedNonce: async () => state.nonce,
    },
  };
  return { chain, sent, state };
}

/** A fake signer: idempotent like the real one; the test can make it fail or refuse. */
function testSigner() {
  const call: SignRequest[] = [];
  const state = {
    down: false,
    refuses: undefined as string | undefined,
    diesAfterSigning: false,
    policy: undefined as SignerAssets | undefined,
  };
  const client: SigningClient = {
    async sign(request) {
      if (state.down) throw new SigningUnavailable('down');
      if (state.refuses !== undefined) throw new SigningRefused(state.refuses);
      call.push(request);
      if (state.diesAfterSigning) {
        state.diesAfterSigning = false;
        throw new SigningUnavailable('died');
      }
      const txid = `0xtx${request.approval.payment.id}-${request.attempt}`;
      return { txid, raw: `raw of ${txid}`, terms: request.terms };
    },
    signSweep: () => Promise.reject(new SigningRefused('not asked for here')),
    status: async () => ({
      networks: ['ethereum'],
      signed: call.length,
      payoutAddresses: { ethereum: FROM },
      gasStations: {},
      ...(state.policy === undefined ? {} : { policy: state.policy }),
    }),
  };
  return { client, requests: call, state };
}

export const EUR = currencyId(22);
const PRICES: ReadonlyMap<CurrencyId, Price> = new Map([
  [USDT, price('1')],
  [BTC, price('50000')],
  [ETH, price('2000')],
  [EUR, price('1.25')],
]);

/** Accounts with money, and queries about them. */
function deskOf({ db, ledger, clock }: Pick<Context, 'db' | 'clock'> & { readonly ledger: Ledger }) {
  let users = nextHouse++ * 10_000;
  return {
    /** Opens an account with money. */
    async user(text = '100000', currency = USDT): Promise<UserId> {
      const user = userId(++users);
      const value = amount(text);
      await db.transact((tx) =>
        ledger.post(tx, {
          key: `test:${user}:${currency}`,
          kind: 'genesis',
          reference: 'test',
          at: clock.now(),
          entries: [
            { account: userAccount(user, 'change'), currency, available: value },
            { account: houseAccount('external'), currency, available: negate(value) },
          ],
        }),
      );
      return user;
    },
    argsOf: (user: UserId) => ({
      caller: { userId: user, sessionId: sessionId(1), verified: true },
      lang: 'en' as const,
      request: { id: 'r', address: '127.0.0.1', userAgent: 'test', idempotencyKey: undefined },
      file: undefined,
      tx: undefined,
    }),
    async balance(user: UserId, currency = USDT): Promise<string> {
      const { available, held } = await ledger.balance(db, userAccount(user, 'change'), currency);
      return `${format(available)} + ${format(held)}`;
    },
  };
}

/** Address books and pay passwords; the right one is `right`. */
function receivers(ctx: Context, ledger: Ledger, people: { readonly heldUntil: number | undefined }) {
  const credentials = {
    confirm: async (_tx: unknown, _user: UserId, { payPassword }: { payPassword: string }) =>
      payPassword === 'right' ? undefined : refuse('parameter_error'),
    holdUntil: async () =>
      people.heldUntil !== undefined && people.heldUntil > ctx.clock.now() ? people.heldUntil : undefined,
    lastHoldEnd: async () => people.heldUntil,
    keyHoldUntil: (since: number) => (since + DAY_MS > ctx.clock.now() ? since + DAY_MS : undefined),
  };
  const payees = createPayees({
    ctx,
    ledger,
    credentials,
    keys: keyRing(Buffer.alloc(32, 3)),
    nicknameSecret: Buffer.alloc(32, 3),
    findUser: async () => undefined,
    networks: [
      { network: bitcoinNetwork('main'), currencies: [BTC] },
      { network: evmNetwork(1), currencies: [USDT, ETH] },
      { network: tronNetwork, currencies: [USDT] },
    ],
  });
  return { credentials, payees };
}

/** Screening by a set of names, and the users whose case is open. */
function testScreening() {
  const sanctions = { names: new Set<string>(), held: new Set<UserId>() };
  const screening: NonNullable<WithdrawalsDeps['screening']> = {
    async screen(_tx, { user, name }) {
      if (!sanctions.names.has(name)) return 'clear';
      sanctions.held.add(user);
      return 'match';
    },
    refuseMatch: async () => undefined,
    isHeld: async (_db, user) => sanctions.held.has(user),
  };
  return { sanctions, screening };
}

/** Withdrawals on a database, with a chain, a signer and a clock that a test drives. */
export function openHarness(
  url: string,
  options: { chains?: boolean; policy?: Partial<Policy>; travelRuleUsdt?: string } = {},
) {
  const db: Database = openDatabase({ url, connections: 12 });
  const clock = virtualClock(Date.parse('2026-03-01T12:00:00Z'));
  const bus = createBus(() => undefined);
  const ctx: Context = { db, clock, bus, log: silentLog, random: seededRandom('out'), demo: true };
  const ledger = createLedger(ctx);
  const [node, signer] = [testChain(), testSigner()];
  const people = {
    level: 1 as VerificationLevel,
    frozen: false,
    heldUntil: undefined as number | undefined,
    createdAt: 0,
  };
  const { credentials, payees } = receivers(ctx, ledger, people);
  const { sanctions, screening } = testScreening();
  const notices: Notification[] = [];
  const messages = messagesInto(notices);
  const price: WithdrawalsDeps['price'] = async (_queries, { id }) => PRICES.get(id);
  const outflow = createOutflow({
    ctx,
    ledger,
    payees,
    credentials,
    messages,
    price,
    btc: BTC,
    levelOf: async () => people.level,
    isFrozen: async () => people.frozen,
  });
  const withdrawals = createWithdrawals({
    ctx,
    ledger,
    payees,
    credentials,
    outflow,
    btc: BTC,
    messages,
    price,
    person: async () => ({ frozen: people.frozen, createdAt: people.createdAt, deviceSince: 0 }),
    confirmOperator: async (_tx, _caller, { totp }) => (totp === '000000' ? 'totp_wrong' : 'ok'),
    approver: signerFromSeed(Buffer.alloc(32, 5)),
    chains: options.chains === true ? [node.chain, connectTron({ url: NOWHERE }, [TRON_USDT])] : [],
    signing: signer.client,
    screening,
    travelRule: createTravelRule(ctx, keyRing(Buffer.alloc(32, 6)), amount(options.travelRuleUsdt ?? '0')),
    ...(options.policy === undefined ? {} : { policy: options.policy }),
  });
  const worker = createWorker(ctx, withdrawals.work, { batch: 1 });
  return {
    ctx,
    db,
    clock,
    ledger,
    node,
    signer,
    people,
    sanctions,
    payees,
    outflow,
    withdrawals,
    worker,
    notices,
    ...deskOf({ db, ledger, clock }),
    close: () => db.close(),
  };
}

export type WithdrawalsHarness = ReturnType<typeof openHarness>;

/** Requests a withdrawal as the call does. */
type WalletInput = Pick<
  Read<Contract['withdrawals']['wallet/out']>,
  'wallet_owner' | 'beneficiary_name' | 'wallet_hosting' | 'exchange_name'
>;

export const out = (
  harness: WithdrawalsHarness,
  user: UserId,
  number: string,
  more: {
    currency?: CurrencyId;
    address?: string;
    password?: string;
    network?: string;
    type?: 0 | 1 | 2;
    firstPaymentOk?: boolean;
    wallet?: Partial<WalletInput>;
  } = {},
) =>
  harness.db.transact(async (tx) =>
    harness.withdrawals.handlers['wallet/out']({
      ...harness.argsOf(user),
      tx,
      input: {
        address: more.address ?? ADDRESS,
        currency: more.currency ?? USDT,
        number: amount(number),
        type: more.type ?? 0,
        network: more.network ?? 'ethereum',
        code: undefined,
        first_payment_ok: more.firstPaymentOk,
        pay_password: more.password ?? 'right',
        ...more.wallet,
      },
    }),
  );

export const cancel = (harness: WithdrawalsHarness, user: UserId, id: number) =>
  harness.db.transact(async (tx) =>
    harness.withdrawals.handlers['withdrawal/cancel']({ ...harness.argsOf(user), tx, input: { id } }),
  );

export const detail = async (harness: WithdrawalsHarness, user: UserId, id: number) =>
  harness.withdrawals.handlers['withdrawal/detail']({ ...harness.argsOf(user), input: { id } });

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { operatorId, refuse, sessionId, userId } from '@karat/contract';
import type { CurrencyId, NetworkId, SweepState, UserId } from '@karat/contract';
import { createDeposits } from '@karat/domains/deposits';
import type { Deposits, DepositsDeps } from '@karat/domains/deposits';
import { BTC, ETH, USDT, auditLedger, createLedger, userAccount } from '@karat/domains/ledger';
import type { Ledger } from '@karat/domains/ledger';
import type { Notification } from '@karat/domains/messages';
import { createOutflow } from '@karat/domains/outflow';
import { createPayees } from '@karat/domains/payees';
import { amount, format, price } from '@karat/money';
import { createBus } from '@karat/platform/bus';
import { createDeriver, keyAt } from '@karat/platform/chains';
import type { Chain, Network } from '@karat/platform/chains';
import { systemClock, virtualClock } from '@karat/platform/clock';
import type { VirtualClock } from '@karat/platform/clock';
import type { Context } from '@karat/platform/context';
import { keyRing, openSecret, signerFromSeed } from '@karat/platform/crypto';
import { openDatabase } from '@karat/platform/db';
import type { Database } from '@karat/platform/db';
import { createFiles } from '@karat/platform/files';
import { silentLog } from '@karat/platform/log';
import { systemRandom } from '@karat/platform/random';
import type { OperatorCaller } from '@karat/platform/http';
import { createSigningClient } from '@karat/platform/signing';
import { createWorker } from '@karat/platform/work';
import { bundleProgram, messagesInto } from '@karat/testkit';
import { createWithdrawals, haltedRoutes, inFlightPayouts } from '../index.ts';
import type { Withdrawals, WithdrawalsDeps } from '../index.ts';

const root = resolve(import.meta.dirname, '../../..');
const PRICES: ReadonlyMap<CurrencyId, string> = new Map([
  [USDT, '1'],
  [BTC, '50000'],
  [ETH, '2000'],
]);
const OPERATOR: OperatorCaller = {
  operatorId: operatorId(1),
  login: 'risk',
  role: 'risk',
  sessionId: sessionId(1),
};

const priceOf: WithdrawalsDeps['price'] = async (_queries, { id }) =>
  price(PRICES.get(id) ?? refuse('price_unavailable'));

/** The test seed; it never held anything of value. */
export const TEST_SEED = Buffer.alloc(64, 11);
/** Id of the user who deposits and withdraws. */
export const ANNA = userId(100_001);
/** Result of `agree` without differences. */
export const AGREED = { matches: true, halted: [] };

/** An external wallet: the keys of its addresses. */
const OUTSIDE = Buffer.alloc(64, 5);
/** Returns a new external address at each call. */
export function receiversOn(network: Network): () => string {
  let proof = 0;
  return () => keyAt(OUTSIDE, network, 'house', proof++).address;
}

/** Starts the signer as a process, with a known seed. */
async function startSigner(directory: string, databaseUrl: string, approvals: Buffer) {
  const keys = join(directory, 'keys');
  await mkdir(keys, { recursive: true });
  await writeFile(join(keys, 'demo-seed'), TEST_SEED.toString('hex'));
  await writeFile(join(keys, 'approvals.pub'), approvals.toString('hex'));
  const child = spawn(process.execPath, [await bundleProgram(join(root, 'apps/signer/main.ts'))], {
    env: {
      ...process.env,
      KARAT_MODE: 'demo',
      KARAT_DATA: directory,
      KARAT_SIGNER_DATABASE_URL: databaseUrl,
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  await once(child, 'message');
  const secret = await openSecret({
    name: 'signer-line',
    configured: undefined,
    variable: 'KARAT_SIGNER_LINE_KEY',
    directory: keys,
    demo: true,
    random: systemRandom,
  });
  const accountKeys = JSON.parse(await readFile(join(keys, 'xpubs.json'), 'utf8')) as Record<
    NetworkId,
    { deposits: string; house: string }
  >;
  return {
    accountKeys,
    client: createSigningClient({
      socketPath: join(directory, 'signer', 'signer.sock'),
      secret,
      clock: systemClock,
      random: systemRandom,
    }),
    async stop() {
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    },
  };
}

/** Deposits that are read when the test says so; the addresses of the exchange are stored already. */
async function depositsOn(deps: DepositsDeps): Promise<Deposits> {
  const first = createDeposits(deps);
  await first.start();
  await first.stop();
  return createDeposits(deps);
}

const caller = (user: UserId) => ({
  caller: { userId: user, sessionId: sessionId(1), verified: true },
  lang: 'en' as const,
  file: undefined,
  tx: undefined,
  request: { id: 'r', address: '127.0.0.1', userAgent: 'test', idempotencyKey: undefined },
});
const operator = { ...caller(userId(1)), caller: OPERATOR };

/** Dependencies of withdrawals over one chain. */
function withdrawalsOn(
  chain: Chain,
  resolved: Pick<WithdrawalsDeps, 'ctx' | 'ledger' | 'messages' | 'approver' | 'signing'>,
  { custody }: Deposits,
) {
  const { network } = chain;
  const credentials = {
    confirm: async () => undefined,
    holdUntil: async () => undefined,
    lastHoldEnd: async () => undefined,
    keyHoldUntil: () => undefined,
  };
  const currencies = { bitcoin: [BTC], evm: [ETH, USDT], tron: [USDT] }[network.family];
  const { ctx, ledger, messages } = resolved;
  const payees = createPayees({
    ctx,
    ledger,
    credentials,
    keys: keyRing(Buffer.alloc(32, 3)),
    nicknameSecret: Buffer.alloc(32, 3),
    networks: [{ network, currencies }],
    findUser: async () => undefined,
  });
  const outflow = createOutflow({
    ctx,
    ledger,
    payees,
    credentials,
    messages,
    price: priceOf,
    btc: BTC,
    levelOf: async () => 2,
    isFrozen: async () => false,
  });
  return createWithdrawals({
    ...resolved,
    credentials,
    payees,
    outflow,
    chains: [chain],
    btc: BTC,
    price: priceOf,
    person: async () => ({ frozen: false, createdAt: 0, deviceSince: 0 }),
    confirmOperator: async () => 'ok',
    haltedElsewhere: (queries) => custody.haltedNetworks(queries),
    isOwnAddress: (queries, on, address) => custody.isOwnAddress(queries, on, address),
    bitcoinOutputs: (queries) => custody.outputs(queries),
  });
}

/** A context whose clock the test drives. */
const contextOf = (db: Database, clock: VirtualClock): Context => ({
  db,
  clock,
  bus: createBus(() => undefined),
  log: silentLog,
  random: systemRandom,
  demo: true,
});

/** Actions of a user and an operator. */
function desksOf(db: Database, network: NetworkId, withdrawals: Withdrawals, deposits: Deposits) {
  return {
    /** Requests a payout and approves it with one operator. */
    async payOut(user: UserId, currency: CurrencyId, number: string, address: string): Promise<number> {
      const { id } = await db.transact(async (tx) =>
        withdrawals.handlers['wallet/out']({
          ...caller(user),
          tx,
          input: {
            address,
            currency,
            number: amount(number),
            type: 0,
            network,
            code: undefined,
            first_payment_ok: undefined,
            pay_password: 'right',
          },
        }),
      );
      const { digest } = await withdrawals.handlers['console/withdrawal']({ ...operator, input: { id } });
      await withdrawals.handlers['console/withdrawal_approve']({
        ...operator,
        input: { id, digest, reason: 'looks right', totp: '123456' },
      });
      return id;
    },
    /** Returns true if books and chain agree; null if they could not be compared. */
    async compare(): Promise<boolean | null> {
      return (await deposits.handlers['console/custody_check']({ ...operator, input: { network } })).matches;
    },
    /** Asks to pay a withdrawal again, as one operator. */
    payAgain: async (id: number) =>
      withdrawals.handlers['console/withdrawal_again']({
        ...operator,
        input: { id, reason: 'it cannot confirm' },
      }),
    sweeping: () => deposits.handlers['console/sweeping']({ ...operator, input: {} }),
    sweeps: (state?: SweepState, cursor?: string, limit = 20) =>
      deposits.handlers['console/sweeps']({
        ...operator,
        input: { network: undefined, state, cursor, limit },
      }),
    vanished: () => withdrawals.handlers['console/withdrawals_vanished']({ ...operator, input: {} }),
    detail: (user: UserId, id: number) =>
      withdrawals.handlers['withdrawal/detail']({ ...caller(user), input: { id } }),
  };
}

/** Questions about the books. */
const checksOf = (
  db: Database,
  ledger: Ledger,
  { custody }: Deposits,
  compare: () => Promise<boolean | null>,
) => ({
  /** Returns available and held. */
  async balance(user: UserId, currency: CurrencyId): Promise<string> {
    const { available, held } = await ledger.balance(db, userAccount(user, 'change'), currency);
    return `${format(available)} + ${format(held)}`;
  },
  /** Returns whether books and chain agree, and the networks that a difference has halted. */
  agree: async () => ({
    matches: await compare(),
    halted: await custody.haltedNetworks(db),
  }),
  /** Fails if a balance differs from its postings. */
  async booksAreRight(): Promise<void> {
    const { differences } = await auditLedger(db);
    if (differences.length > 0) throw new Error(differences.join('\n'));
  },
});

async function times(count: number, work: () => Promise<void>): Promise<void> {
  for (let n = 0; n < count; n++) await work();
}

/** Deposits and withdrawals over one real chain, with the signer process and a clock that the test drives. */
export async function openChainHarness(databaseUrl: string, chain: Chain) {
  const db = openDatabase({ url: databaseUrl, connections: 8 });
  const directory = await mkdtemp(join(tmpdir(), 'karat-chain-house-'));
  const approver = signerFromSeed(Buffer.alloc(32, 21));
  const signer = await startSigner(directory, databaseUrl, approver.publicKey);
  const clock = virtualClock(systemClock.now());
  const ctx = contextOf(db, clock);
  const ledger = createLedger(ctx);
  const messages = messagesInto<Notification>([]);
  const { network } = chain;
  const keys = signer.accountKeys[network.id];
  const house = createDeriver(network, keys.house);
  const deposits = await depositsOn({
    ctx,
    ledger,
    files: createFiles(ctx, { directory }),
    outgoing: inFlightPayouts,
    sweeping: {
      signing: signer.client,
      price: priceOf,
      isHalted: async (queries, on) => (await haltedRoutes(queries)).includes(on),
    },
    messages: messages as never,
    networks: [
      {
        network,
        chain,
        accountKey: keys.deposits,
        fromHeight: await chain.reader.height(),
        houseAddresses: [house.receiving(0), house.change(0)],
      },
    ],
  });
  const resolved = { ctx, ledger, messages, approver, signing: signer.client };
  const withdrawals = withdrawalsOn(chain, resolved, deposits);
  const worker = createWorker(ctx, { ...withdrawals.work, ...deposits.sweepWork }, { batch: 1 });
  const harnesses = desksOf(db, network.id, withdrawals, deposits);
  /** Reads the chain and runs due work, a step further in time. */
  const turn = async (ms = 10_000): Promise<void> => {
    await deposits.readNow(network.id);
    clock.advance(ms);
    await worker.runDue();
  };
  return {
    db,
    ctx,
    clock,
    deposits,
    withdrawals,
    signing: signer.client,
    house,
    turn,
    ...harnesses,
    ...checksOf(db, ledger, deposits, () => harnesses.compare()),
    steps: (count: number): Promise<void> => times(count, () => turn()),
    /** Mines one block at a time, reads it and runs due work. */
    mine: (node: { mine(blocks: number): Promise<unknown> }, blocks = 1): Promise<void> =>
      times(blocks, async () => {
        await node.mine(1);
        await turn();
      }),
    async close(): Promise<void> {
      await signer.stop();
      await db.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

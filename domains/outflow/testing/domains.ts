import type { UserId } from '@karat/contract';
import type { Cause } from '@karat/domains/compliance';
import { createCredentials } from '@karat/domains/credentials';
import type { Credentials } from '@karat/domains/credentials';
import { createIdentity } from '@karat/domains/identity';
import type { Identity } from '@karat/domains/identity';
import { BTC, USDT, createLedger } from '@karat/domains/ledger';
import type { Ledger } from '@karat/domains/ledger';
import type { Messages, Notification } from '@karat/domains/messages';
import { createPayees } from '@karat/domains/payees';
import { createWallet } from '@karat/domains/wallet';
import { createWithdrawals } from '@karat/domains/withdrawals';
import { price } from '@karat/money';
import { createBus } from '@karat/platform/bus';
import { evmNetwork } from '@karat/platform/chains';
import { virtualClock } from '@karat/platform/clock';
import type { Context } from '@karat/platform/context';
import { createPasswords, keyRing, signerFromSeed } from '@karat/platform/crypto';
import type { Database, Queries } from '@karat/platform/db';
import { createFiles } from '@karat/platform/files';
import { silentLog } from '@karat/platform/log';
import { createMail } from '@karat/platform/mail';
import { seededRandom } from '@karat/platform/random';
import { createSms } from '@karat/platform/sms';
import { messagesInto } from '@karat/testkit';
import { createOutflow } from '../index.ts';

interface Ground {
  readonly ctx: Context;
  readonly ledger: Ledger;
  readonly messages: Pick<Messages, 'notify' | 'notifyAll'>;
}
const nicknameSecret = Buffer.alloc(32, 9);
const keys = keyRing(nicknameSecret);

/** Customers and their credentials. */
function joinPeople({ ctx, messages }: Ground, directory: string) {
  const passwords = createPasswords({ memoryCost: 64, timeCost: 1, parallelism: 1 });
  const identity: Identity = createIdentity({
    ctx,
    keys,
    messages,
    passwords,
    appUrl: 'https://karat.example',
    files: createFiles(ctx, { directory }),
    mail: createMail(ctx, {}),
    sms: createSms(ctx, {}),
    secondStep: {
      isSet: (q, user) => credentials.secondStep.isSet(q, user),
      take: (tx, user, code) => credentials.secondStep.take(tx, user, code),
      prove: (user, code) => credentials.secondStep.prove(user, code),
      hasPasskey: (q, user) => credentials.secondStep.hasPasskey(q, user),
      provePasskey: (...args) => credentials.secondStep.provePasskey(...args),
    },
  });
  const credentials: Credentials = createCredentials({ ctx, identity, messages, passwords, keys });
  return { identity, credentials };
}

/** Outflow of customers. */
function joinMoney(storage: Ground, { identity, credentials }: ReturnType<typeof joinPeople>) {
  const { ctx, ledger, messages } = storage;
  /** What monitoring was asked to watch. */
  const causes: Cause[] = [];
  const payees = createPayees({
    ctx,
    ledger,
    credentials,
    keys,
    nicknameSecret,
    networks: [{ network: evmNetwork(1), currencies: [USDT] }],
    findUser: (q, named) => identity.accountNamed(q, named),
  });
  const statusOf = async (q: Queries, user: UserId) => (await identity.users(q, [user]))[0]?.status;
  const priceOf = async (_q: unknown, { id }: { id: number }) => price(id === USDT ? '1' : '50000');
  const joined = { ...storage, credentials, payees, btc: BTC, price: priceOf };
  const outflow = createOutflow({
    ...joined,
    levelOf: async () => 1,
    isFrozen: async (q, user) => (await statusOf(q, user)) !== 'active',
    monitoring: { watch: async (_tx, cause) => void causes.push(cause) },
  });
  const wallet = createWallet({
    ctx,
    ledger,
    prices: { inUsdt: () => price('50000'), lastInUsdt: () => price('50000') },
    eventFees: async (_queries, _user, events) => events.map(() => []),
    sending: {
      messages,
      payees,
      gate: outflow,
      find: (q, named) => identity.accountNamed(q, named),
      users: (q, ids) => identity.users(q, ids),
    },
  });
  const withdrawals = createWithdrawals({
    ...joined,
    outflow,
    person: async (q, user) => ({
      frozen: (await statusOf(q, user)) === 'frozen',
      createdAt: 0,
      deviceSince: 0,
    }),
    confirmOperator: async () => 'ok',
    approver: signerFromSeed(Buffer.alloc(32, 5)),
    chains: [],
    signing: undefined,
  });
  return { payees, outflow, wallet, withdrawals, causes };
}

/** All outflow, composed like the server, with a clock to drive. Only prices are fake. */
export function joinDomains(db: Database, directory: string) {
  const clock = virtualClock();
  const bus = createBus((error) => {
    throw error;
  });
  const ctx: Context = { db, clock, bus, random: seededRandom('exchange'), log: silentLog, demo: true };
  const ledger = createLedger(ctx);
  const notifications: Notification[] = [];
  const messages = messagesInto(notifications);
  const storage = { ctx, ledger, messages };
  const people = joinPeople(storage, directory);
  const { payees, outflow, wallet, withdrawals, causes } = joinMoney(storage, people);
  const handlers: Readonly<Record<string, unknown>> = {
    ...people.identity.handlers,
    ...people.credentials.handlers,
    ...payees.handlers,
    ...outflow.handlers,
    ...wallet.handlers,
    ...withdrawals.handlers,
  };
  const { identity } = people;
  return { db, clock, ledger, notifications, causes, identity, outflow, withdrawals, handlers };
}

export type Domains = ReturnType<typeof joinDomains>;

import { contract, wireTime } from '@karat/contract';
import type { UserId } from '@karat/contract';
import { ETH, houseAccount, userAccount } from '@karat/domains/ledger';
import { amount, negate } from '@karat/money';
import { callHandler } from '@karat/platform/testing';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@karat/rules';
import { expect } from 'vitest';
import { ADDRESS, EUR, cancel, out } from './harness.ts';
import type { WithdrawalsHarness } from './harness.ts';

export const OTHER_ADDRESS = '0x8ba1f109551bD432803012645Ac136ddd64DBA72';
const TURN_MS = 10_000;
/** Age of the account at the start. */
const AGE_MS = 40.5 * DAY_MS;

/** Moves money of an account between its parts, or into it. */
async function credit(harness: WithdrawalsHarness, user: UserId, account: 'change' | 'legal', text: string) {
  const currency = account === 'legal' ? EUR : ETH;
  const at = harness.clock.now();
  const key = `history:${user}:${account}`;
  await harness.db.transact((tx) =>
    harness.ledger.post(tx, {
      ...{ key, kind: 'genesis', reference: 'test', at },
      entries: [
        { account: userAccount(user, account), currency, available: amount(text) },
        { account: houseAccount('external'), currency, available: negate(amount(text)) },
      ],
    }),
  );
}

/** A withdrawal of a test, with the moments of its steps. */
export interface Made {
  readonly id: number;
  /** What its user was answered. */
  readonly reply: Awaited<ReturnType<typeof out>>;
  /** Unix ms. */
  readonly asked: number;
  /** Unix ms of each step of the payout. */
  readonly turns: readonly number[];
}

/** What users, operators and the payout process do. */
function actorsOf(harness: WithdrawalsHarness) {
  const { clock, withdrawals, node } = harness;
  const ask = <Path extends keyof typeof contract.withdrawals>(path: Path, fields: Record<string, unknown>) =>
    callHandler(contract.withdrawals, withdrawals.handlers, path, { login: 'risk', fields });
  const make = async (user: UserId, number: string, more: Parameters<typeof out>[3] = {}): Promise<Made> => {
    clock.advance(MINUTE_MS);
    const reply = await out(harness, user, number, more);
    return { id: reply.id, reply, asked: clock.now(), turns: [] };
  };
  const approve = async (id: number) => {
    const { digest } = await ask('console/withdrawal', { id });
    clock.advance(MINUTE_MS);
    return ask('console/withdrawal_approve', { id, digest, reason: 'looks right', totp: '123456' });
  };
  const pay = async (made: Made): Promise<Made> => {
    const turns: number[] = [];
    for (let turn = 0; turn < 5; turn++) {
      clock.advance(TURN_MS);
      if (turn === 4) {
        const mined = {
          state: 'mined',
          height: 5,
          blockHash: '0x',
          confirmations: 13,
          succeeded: true,
        } as const;
        node.state.mined.set(`0xtx${made.id}-1`, { ...mined, fee: 42_000n });
      }
      await harness.worker.runDue();
      turns.push(clock.now());
    }
    return { ...made, turns };
  };
  return { ask, make, approve, pay };
}

/** Withdrawals of two users in every state that a reply has a word for, by the calls of users and operators. */
export async function makeHistory(harness: WithdrawalsHarness) {
  const { clock, people } = harness;
  const { ask, make, approve, pay } = actorsOf(harness);
  const [anna, other] = [await harness.user('200000'), await harness.user('1000')];
  people.createdAt = clock.now() - AGE_MS;
  await credit(harness, anna, 'legal', '500');
  await credit(harness, anna, 'change', '7.5');

  const strange = await make(other, '30', { address: OTHER_ADDRESS });
  const asked = await make(anna, '300', { firstPaymentOk: true });
  const approval = await approve(asked.id);
  expect(approval).toEqual({ state: 'approved', asked: null });
  const approvedMs = clock.now();
  const paid = await pay(asked);
  clock.advance(25 * HOUR_MS);
  const second = await pay(await make(anna, '20'));
  const third = await pay(await make(anna, '25'));
  const waiting = await make(anna, '40');
  const refused: Made[] = [];
  for (const number of ['400', '110', '120'])
    refused.push(await make(anna, number, { address: OTHER_ADDRESS }));
  clock.advance(MINUTE_MS);
  const refusedMs = clock.now();
  const [first, ...limits] = refused;
  const reason = { reason: 'documents_needed', text: 'Send the contract' };
  expect(await ask('console/withdrawal_reject', { id: first?.id, ...reason })).toEqual({ state: 'rejected' });
  for (const { id } of limits) await ask('console/withdrawal_reject', { id, reason: 'limits' });
  // Large enough to have waited.
  const own = { wallet_owner: 'own', wallet_hosting: 'self' } as const;
  const taken = await make(anna, '50000.5', { address: OTHER_ADDRESS, wallet: own });
  clock.advance(MINUTE_MS);
  expect(await cancel(harness, anna, taken.id)).toEqual({ id: taken.id, status: 3 });
  const takenMs = clock.now();
  const { id: card } = await callHandler(contract.payees, harness.payees.handlers, 'user/cash_save', {
    who: anna,
    fields: { real_name: 'Ann Lee', bank_name: 'Test Bank', bank_account: '000123456789', bank_code: '77' },
  });
  const bank = await make(anna, '250', { type: 1, address: String(card), currency: EUR });
  await approve(bank.id);
  const big = await make(anna, '60000', { wallet: own });
  const { asked: twoPeople } = await approve(big.id);
  return {
    ...{ anna, other, strange, paid, approvedMs, second, third, refused, refusedMs, taken, takenMs },
    ...{ card, bank, waiting, big, twoPeople },
    address: ADDRESS,
  };
}

export type History = Awaited<ReturnType<typeof makeHistory>>;

const created = ({ id, asked }: Made) => ({ id, created_at: wireTime(asked), created_ms: asked });
const usdt = {
  ...{ currency: 3, currency_name: 'USDT', type: 0, network: 'ethereum', address: ADDRESS, rate: '4' },
  ...{ waits: null, release_ms: null, reason: null, reason_text: '', txid: '', explorer: null },
  may_cancel: false,
};
const done = (made: Made) => ({
  ...{ ...usdt, ...created(made), status: 2, state: 'confirmed', txid: `0xtx${made.id}-1` },
  explorer: `https://etherscan.io/tx/0xtx${made.id}-1`,
});
const ended = { ...usdt, address: OTHER_ADDRESS, status: 3 };
const LIMITS = { state: 'rejected', reason: 'limits', reason_text: 'A limit of your account applies' };
/** The withdrawals as their owner reads them. */
export const shownRows = (of: History) => {
  const [documents, limit, last] = of.refused;
  if (!documents || !limit || !last) return expect.fail('three were refused');
  const text = 'More documents are needed; contact customer service · Send the contract';
  return {
    paid: { ...done(of.paid), number: '300', receive: '296' },
    second: { ...done(of.second), number: '20', receive: '16' },
    third: { ...done(of.third), number: '25', receive: '21' },
    documents: {
      ...{ ...ended, ...created(documents), number: '400', receive: '396', state: 'rejected' },
      ...{ reason: 'documents_needed', reason_text: text },
    },
    limit: { ...ended, ...created(limit), ...LIMITS, number: '110', receive: '106' },
    last: { ...ended, ...created(last), ...LIMITS, number: '120', receive: '116' },
    taken: {
      ...{ ...ended, ...created(of.taken), number: '50000.5', receive: '49996.5', state: 'cancelled' },
      ...{ reason: 'user_cancelled', reason_text: 'You cancelled it' },
    },
    bank: {
      ...{ ...usdt, ...created(of.bank), currency: 22, currency_name: 'EUR', type: 1, network: 'card' },
      ...{
        address: 'Test Bank •••• 6789',
        rate: '2',
        number: '250',
        receive: '248',
        status: 1,
        state: 'approved',
      },
      may_cancel: true,
    },
    waiting: {
      ...{ ...usdt, ...created(of.waiting), number: '40', receive: '36', status: 1, state: 'approved' },
      may_cancel: true,
    },
    big: {
      ...{ ...usdt, ...created(of.big), number: '60000', receive: '59996', status: 1, state: 'requested' },
      ...{ waits: 'review', release_ms: of.big.asked + HOUR_MS, may_cancel: true },
    },
  } as const;
};

import { Refusal, contract, userId } from '@karat/contract';
import type { UserId } from '@karat/contract';
import { USDT, houseAccount, userAccount } from '@karat/domains/ledger';
import type { Entry } from '@karat/domains/ledger';
import { amount, format, negate } from '@karat/money';
import type { Amount } from '@karat/money';
import type { Database } from '@karat/platform/db';
import { listOutbox } from '@karat/platform/delivery';
import type { Caller } from '@karat/platform/http';
import { DAY_MS } from '@karat/rules';
import { joinDomains } from './domains.ts';
import type { Domains } from './domains.ts';

export const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';
export const CARD = 'card';
const PASSWORD = 'otter-piano-7';
export const PAY = '274951';
const NEXT_PAY = '836152';
const OWN_MS = 2 * DAY_MS;

/** A user with an account, a pay password and money. */
export interface Customer {
  readonly id: UserId;
  readonly email: string;
  caller: Caller;
  pay: string;
}

const request = {
  id: 'r',
  address: '203.0.113.7',
  userAgent: 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/131.0 Mobile Safari/537.36',
  idempotencyKey: undefined,
  origin: 'https://karat.example',
};

/** Calls as the server makes them. */
function callsOf({ db, handlers, identity }: Domains) {
  /** Makes a call in a transaction, as the server does. */
  const call = (path: string, input: object, caller?: Caller): Promise<unknown> =>
    db.transact(async (tx) => {
      const handler = handlers[path] as (args: unknown) => unknown;
      return handler({ input, caller, lang: 'en', request, tx, file: undefined });
    });
  const write = async (path: string, input: object, caller?: Caller): Promise<unknown> => {
    const handler = handlers[path] as (args: unknown) => unknown;
    return handler({ input, caller, lang: 'en', request, tx: undefined, file: undefined });
  };
  const codeFor = async (to: string): Promise<string> => {
    const { rows } = await listOutbox(db, { page: 1, limit: 1_000 });
    return /\d{6}/.exec(rows.find((row) => row.receiver === to)?.body ?? '')?.[0] ?? 'none';
  };
  const sessionOf = async (token: unknown): Promise<Caller> => {
    const caller = await identity.authenticate(String(token));
    if (!caller) throw new Error('no session');
    return caller;
  };

  return { call, write, codeFor, sessionOf };
}

/** Users that customers store as payees. */
function receiversOf({ call, write }: ReturnType<typeof callsOf>) {
  return {
    allowList: (who: Customer, on: boolean) =>
      call('user/wallet/allow_list', { on, pay_password: who.pay }, who.caller),
    saveAddress: (who: Customer) =>
      write(
        'user/wallet/save',
        { currency: USDT, network: 'ethereum', name: 'Cold', address: ADDRESS },
        who.caller,
      ),
    saveReceiver: (who: Customer, to: string) =>
      write('user/receivers/save', { to, name: 'Friend' }, who.caller),
    async saveCard(who: Customer): Promise<string> {
      const card = { real_name: 'Ann Lee', bank_name: 'Test Bank', bank_account: '000123456789' };
      const saved = (await write('user/cash_save', card, who.caller)) as { id: number };
      return String(saved.id);
    },
  };
}

/** Actions of customers with their money. */
function paymentsOf({ clock, db, outflow }: Domains, { call, write }: ReturnType<typeof callsOf>) {
  return {
    send: (
      from: Customer,
      to: UserId,
      number: string,
      more: { password?: string; firstPaymentOk?: boolean | undefined } = {},
    ) =>
      call(
        'wallet/send',
        {
          to: String(to),
          currency_id: USDT,
          number: amount(number),
          pay_password: more.password ?? from.pay,
          first_payment_ok: 'firstPaymentOk' in more ? more.firstPaymentOk : true,
        },
        from.caller,
      ),
    withdraw: (
      from: Customer,
      number: string,
      more: {
        type?: 0 | 1;
        address?: string;
        network?: string;
        password?: string;
        program?: boolean;
        /** Age of the key of a program. */
        keyAgeMs?: number;
        firstPaymentOk?: boolean;
      } = {},
    ) =>
      call(
        'wallet/out',
        {
          address: more.address ?? ADDRESS,
          currency: USDT,
          number: amount(number),
          type: more.type ?? 0,
          network: more.network ?? 'ethereum',
          pay_password: more.program === true ? undefined : (more.password ?? from.pay),
          first_payment_ok: more.firstPaymentOk,
        },
        more.program === true
          ? {
              ...from.caller,
              program: { key: 7, label: 'bot', since: clock.now() - (more.keyAgeMs ?? OWN_MS) },
            }
          : from.caller,
      ) as Promise<{ id: number }>,
    cancel: (from: Customer, id: number) => call('withdrawal/cancel', { id }, from.caller),
    protect: async (who: Customer, days: number, password = who.pay): Promise<number> => {
      const reply = await call('safe/protection/set', { days, pay_password: password }, who.caller);
      return (reply as { until_ms: number }).until_ms;
    },
    protection: (who: Customer) => write('safe/protection', {}, who.caller),
    recipient: (who: Customer, to: string) => write('wallet/recipient', { to }, who.caller),
    info: (who: Customer, address: string) =>
      write('wallet/get_info', { currency: USDT, network: 'ethereum', address }, who.caller) as Promise<{
        first_payment: boolean | null;
        limit: { cap: string | null; left: string | null };
      }>,
    sendLimits: (who: Customer) =>
      write('wallet/send_limits', {}, who.caller) as Promise<{ limit: string; used: string; left: string }>,
    borrow: (who: Customer) =>
      db.transact((tx) => outflow.confirmBorrowing(tx, who.id, { payPassword: who.pay, code: undefined })),
  };
}

/** Reads of books and operators. */
function viewsOf({ db, ledger, withdrawals }: Domains) {
  const operatorView = async (id: number) => {
    const caller = { operator: 1, login: 'olga', roles: ['finance'] };
    const handler = withdrawals.handlers['console/withdrawal'] as (args: unknown) => Promise<{
      notes: string[];
      facts: { first_payment_accepted: boolean | null };
    }>;
    return handler({ input: { id }, caller, lang: 'en', request, tx: undefined, file: undefined });
  };
  return {
    async balance({ id }: Customer): Promise<string> {
      return format((await ledger.balance(db, userAccount(id, 'change'), USDT)).available);
    },
    notesOf: async (id: number): Promise<string[]> => (await operatorView(id)).notes,
    acceptedOf: async (id: number): Promise<boolean | null> =>
      (await operatorView(id)).facts.first_payment_accepted,
    /** Entries of a payment from one customer to another. */
    payment: (from: Customer, to: Customer, currency: typeof USDT, number: Amount): Entry[] => [
      { account: userAccount(from.id, 'change'), currency, available: negate(number) },
      { account: userAccount(userId(to.id), 'change'), currency, available: number },
    ],
    callsNamed: (word: string): string[] =>
      Object.values(contract)
        .flatMap((group) => Object.keys(group))
        .filter((path) => path.includes(word)),
  };
}

export function openExchange(db: Database, directory: string) {
  const domains = joinDomains(db, directory);
  const { clock, ledger, notifications, causes, identity } = domains;
  const calls = callsOf(domains);
  const { write, codeFor, sessionOf } = calls;

  async function fund(user: UserId, text: string): Promise<void> {
    const value = amount(text);
    await db.transact((tx) =>
      ledger.post(tx, {
        key: `test:${user}`,
        kind: 'genesis',
        reference: 'test',
        at: clock.now(),
        entries: [
          { account: userAccount(user, 'change'), currency: USDT, available: value },
          { account: houseAccount('external'), currency: USDT, available: negate(value) },
        ],
      }),
    );
  }

  let customers = 0;
  return {
    clock,
    ledger,
    notifications,
    causes,
    ...receiversOf(calls),
    ...paymentsOf(domains, calls),
    async customer(money = '100000'): Promise<Customer> {
      const email = `customer${++customers}@people.example`;
      await write('sms_mail', { user_string: email, type: 'register' });
      const form = { user_string: email, code: await codeFor(email), type: 'email' };
      const token = await write('user/register', { ...form, password: PASSWORD, re_password: PASSWORD });
      const caller = await sessionOf(token);
      await write('safe/send_code', { purpose: 'pay_password' }, caller);
      const pay = { pay_password: PAY, re_pay_password: PAY, password: PASSWORD };
      await write('safe/pay_password', { ...pay, code: await codeFor(email) }, caller);
      await fund(caller.userId, money);
      return { id: caller.userId, email, caller, pay: PAY };
    },
    /** Resets login and pay password with the mailbox alone. */
    async resetPasswords(customer: Customer): Promise<void> {
      const { email } = customer;
      await write('sms_mail', { user_string: email, type: 'forget' });
      const next = 'walnut-cello-9';
      const form = { user_string: email, code: await codeFor(email), type: 'email' };
      await write('user/forget', { ...form, password: next, re_password: next });
      customer.caller = await sessionOf(await write('user/login', { user_string: email, password: next }));
      clock.advance(120_000);
      await write('safe/send_code', { purpose: 'pay_password' }, customer.caller);
      const pay = { pay_password: NEXT_PAY, re_pay_password: NEXT_PAY, password: next };
      await write('safe/pay_password/reset', { ...pay, code: await codeFor(email) }, customer.caller);
      customer.pay = NEXT_PAY;
    },
    async outcome(work: Promise<unknown>): Promise<string> {
      try {
        await work;
        return 'ok';
      } catch (error) {
        if (error instanceof Refusal) return error.code;
        throw error;
      }
    },
    freeze: (who: Customer) => db.transact((tx) => identity.operators.freeze(tx, who.id, 'user')),
    ...viewsOf(domains),
  };
}

export type Exchange = ReturnType<typeof openExchange>;

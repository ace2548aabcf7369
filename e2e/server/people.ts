import { randomInt, randomUUID } from 'node:crypto';
import process from 'node:process';
import { expect } from '@playwright/test';
import { call } from './api.ts';
import { sessionOf } from './operators.ts';

/** A test's own account. */
export interface Person {
  readonly email: string;
  readonly password: string;
  readonly token: string;
}

interface Letter {
  readonly receiver: string;
  readonly body: string;
}

/** An unused e-mail address. */
export const newAddress = (): string => `${randomUUID().slice(0, 13)}@people.example`;

/** Mails to an address whose body contains a text, newest first, from the development outbox. */
async function lettersTo(address: string, has: RegExp): Promise<readonly Letter[]> {
  const token = process.env['KARAT_E2E_SUPPORT'] ?? '';
  const page = await call<{ data: readonly Letter[] }>(
    'console/outbox',
    { page: 1, limit: 100 },
    { token, method: 'GET' },
  );
  return page.data.filter(({ receiver, body }) => receiver === address && has.test(body));
}

/** Returns the match of a pattern in the newest of at least `count` matching mails. */
async function readLetter(address: string, pattern: RegExp, count: number): Promise<string> {
  const letters = () => lettersTo(address, pattern);
  await expect.poll(async () => (await letters()).length, { timeout: 20_000 }).toBeGreaterThanOrEqual(count);
  const [newest] = await letters();
  return pattern.exec(newest?.body ?? '')?.[0] ?? '';
}

/** The code in the `nth` mail with one to an address. */
export const codeSentTo = (address: string, nth = 1): Promise<string> =>
  readLetter(address, /\b[0-9]{6}\b/, nth);

/** The link in the newest mail about a changed contact. */
export const reportLinkTo = (address: string): Promise<string> =>
  readLetter(address, /\/pages\/common\/notMe\?token=[\w-]+/, 1);

/** Opens an account by e-mail. */
export async function newPerson(): Promise<Person> {
  const email = newAddress();
  const password = `karat-${randomUUID().slice(0, 8)}`;
  await call('sms_mail', { user_string: email, type: 'register' });
  const code = await codeSentTo(email);
  const token = await call<string>('user/register', {
    user_string: email,
    type: 'email',
    code,
    password,
    re_password: password,
  });
  return { email, password, token };
}

const [BTC, USDT] = [1, 3];
const BTC_USDT = 1;
interface Group {
  readonly quotation: readonly { readonly id: number; readonly now_price: string }[];
}
/** Correct answers of the risk quiz. */
const QUIZ = '1:2,2:3,3:1,4:2';

/** An account with an order in the book, a position, and money and permission for options. */
export async function newTrader(): Promise<Person> {
  const person = await newPerson();
  const { token } = person;
  const pair = { currency_id: BTC, legal_id: USDT };
  for (const to of ['lever', 'micro'])
    await call(
      'wallet/change',
      { currency_id: USDT, number: '1000', from_field: 'change', to_field: to },
      { token },
    );
  await call('microtrade/quiz_answer', { answers: QUIZ, country: 'JP' }, { token });
  await call('lever/submit', { ...pair, type: 1, status: 1, share: '1', multiple: 10 }, { token });
  const groups = await call<readonly Group[]>('currency/quotation_new', {}, { method: 'GET' });
  const market = groups.flatMap(({ quotation }) => quotation).find(({ id }) => id === BTC_USDT);
  const low = String(Math.floor(Number(market?.now_price) * 0.97));
  await call(
    'coin/trade',
    { ...pair, type: 1, amount: '0.0123', target_price: low, order_type: 'limit' },
    { token },
  );
  return person;
}

/** Sets a pay password. */
export async function setPayPassword({ email, password, token }: Person, pay: string): Promise<void> {
  await call('safe/send_code', { purpose: 'pay_password' }, { token });
  const code = await codeSentTo(email, 2);
  await call('safe/pay_password', { pay_password: pay, re_pay_password: pay, password, code }, { token });
}

/** Links a phone number to an account that has received one code so far. */
export async function bindPhone({ email, password, token }: Person): Promise<void> {
  const mobile = `+8525${randomInt(1_000_000, 9_999_999)}`;
  await call('sms_send', { area_code: '852', mobile }, { token });
  await call('safe/send_code', { purpose: 'receiver' }, { token });
  const proof = { password, old_code: await codeSentTo(email, 2) };
  const code = await codeSentTo(mobile);
  await call('safe/mobile', { area_code: '852', mobile, code, ...proof }, { token });
}

/** The UID of an account. */
export const uidOf = async ({ token }: Pick<Person, 'token'>): Promise<number> =>
  (await call<{ id: number }>('user/info', {}, { token, method: 'GET' })).id;

/** An account whose identity data a reviewer has passed. */
export async function newVerified(): Promise<Person & { readonly uid: number }> {
  const person = await newPerson();
  await bindPhone(person);
  const data = {
    real_type: 1,
    id_type: 1,
    name: 'Vera Test',
    card_id: `K${randomInt(10_000_000, 99_999_999)}`,
  };
  await call('user/real', data, { token: person.token });
  const uid = await uidOf(person);
  const token = sessionOf('risk');
  const { data: waiting } = await call<{ data: readonly { id: number }[] }>(
    'console/verifications',
    { uid, state: 'auditing', page: 1, limit: 1 },
    { token, method: 'GET' },
  );
  await call('console/verification_decide', { id: waiting[0]?.id ?? 0, decision: 'approve' }, { token });
  return { ...person, uid };
}

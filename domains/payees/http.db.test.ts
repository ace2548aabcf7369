import { contract, userId, wireTime } from '@karat/contract';
import type { Lang } from '@karat/i18n';
import { BTC, ETH, USDT } from '@karat/domains/ledger';
import { callHandler } from '@karat/platform/testing';
import { DAY_MS, HOUR_MS } from '@karat/rules';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EVM, OTHER, SEGWIT, TRON, openPayees } from './testing/fixture.ts';

const [ANNA, BEN] = [userId(710_001), userId(710_002)];

let database: TestDatabase;
let fixture: ReturnType<typeof openPayees>;

beforeAll(async () => {
  database = await createTestDatabase();
  fixture = openPayees(database.db);
});
afterAll(() => database.drop());

const call = <Path extends keyof typeof contract.payees>(
  path: Path,
  fields: Record<string, unknown> = {},
  { who = ANNA, lang = 'en' as Lang } = {},
) =>
  database.db.transact((tx) =>
    callHandler(contract.payees, fixture.payees.handlers, path, { who, lang, tx, fields }),
  );
/** An hour later; the moments of what is saved then. */
function moment() {
  fixture.clock.advance(HOUR_MS);
  const now = fixture.clock.now();
  return { usable_ms: now + DAY_MS, created_at: wireTime(now), created_ms: now };
}

test('the address book has each address with its network and the moment from which it may be paid', async () => {
  const save = async (fields: Record<string, unknown>, who = ANNA) => {
    const moments = moment();
    const { id, usable_ms } = await call('user/wallet/save', fields, { who });
    expect(usable_ms).toBe(moments.usable_ms);
    return { id, ...moments };
  };
  const [exchange, cold, tron, bitcoin, gone] = [
    await save({ currency: USDT, name: 'Exchange', address: EVM }),
    await save({ currency: ETH, name: 'Cold', address: OTHER }),
    await save({ currency: USDT, name: 'Tron one', address: TRON }),
    await save({ currency: BTC, name: 'Old coins', address: SEGWIT }),
    await save({ currency: ETH, name: 'Gone', address: EVM }),
  ];
  await save({ currency: USDT, name: 'Of Ben', address: EVM }, BEN);
  expect(await call('user/wallet/delete', { id: gone.id })).toBe('ok');
  fixture.clock.advance(HOUR_MS);
  expect(
    await call('user/wallet/save', { id: exchange.id, currency: USDT, name: 'Renamed', address: EVM }),
  ).toEqual({ id: exchange.id, usable_ms: exchange.usable_ms });
  const row = (of: object, currency: number, currency_name: string, network: string, address: string) => ({
    ...{ ...of, currency, currency_name, network, address, qrcode: address },
  });
  const rows = [
    { ...row(bitcoin, 1, 'BTC', 'bitcoin', SEGWIT), name: 'Old coins' },
    { ...row(tron, 3, 'USDT', 'tron', TRON), name: 'Tron one' },
    { ...row(cold, 2, 'ETH', 'ethereum', OTHER), name: 'Cold' },
    { ...row(exchange, 3, 'USDT', 'ethereum', EVM), name: 'Renamed' },
  ];
  const list = (fields: Record<string, unknown> = {}) => call('user/wallet/list', fields);
  const pages = { per_page: 3, total: 4, last_page: 2 };
  expect(await list({ page: 1, limit: 3 })).toEqual({ ...pages, current_page: 1, data: rows.slice(0, 3) });
  expect(await list({ page: 2, limit: 3 })).toEqual({ ...pages, current_page: 2, data: rows.slice(3) });
  const of = async (fields: Record<string, unknown>) => {
    const { data, total } = await list(fields);
    return [total, ...data.map(({ name }) => name)];
  };
  expect(await of({ currency: USDT })).toEqual([2, 'Tron one', 'Renamed']);
  expect(await of({ network: 'ethereum' })).toEqual([2, 'Cold', 'Renamed']);
  expect(await of({ network: 'erc20', currency: USDT })).toEqual([1, 'Renamed']);
});

test('the allow-list says whether it holds, and until when after it was switched off', async () => {
  const rules = { cooling_ms: DAY_MS };
  const switchTo = (on: boolean) => call('user/wallet/allow_list', { on, pay_password: 'right' });
  const off = { ...rules, allow_list: false, ends_ms: null };
  expect(await call('user/wallet/rules')).toEqual(off);
  expect(await switchTo(true)).toEqual({ ...rules, allow_list: true, ends_ms: null });
  fixture.clock.advance(HOUR_MS);
  const ending = { ...rules, allow_list: true, ends_ms: fixture.clock.now() + DAY_MS };
  expect(await switchTo(false)).toEqual(ending);
  fixture.clock.advance(HOUR_MS);
  expect(await call('user/wallet/rules')).toEqual(ending);
  expect(await call('user/wallet/rules', {}, { who: BEN })).toEqual(off);
  fixture.clock.advance(DAY_MS);
  expect(await call('user/wallet/rules')).toEqual(off);
});

test('receivers come newest first with the name that the user gave and the masked nickname', async () => {
  const person = { id: userId(720_007), nickname: 'Alice', house: false };
  fixture.known.set('alice@mail.example', person).set(String(person.id), person);
  const save = async (to: string, name: string, who = ANNA) => {
    const moments = moment();
    const { id, nickname, usable_ms } = await call('user/receivers/save', { to, name }, { who });
    expect(usable_ms).toBe(moments.usable_ms);
    return { id, name, nickname, ...moments };
  };
  const alice = await save(' Alice@mail.example ', 'Sister');
  expect(alice.nickname).toBe('A***e');
  const gone = await save('gone@mail.example', 'Gone');
  const unknown = await save('720999', 'Stranger');
  await save('720007', 'Of Ben', BEN);
  expect(await call('user/receivers/delete', { id: gone.id })).toBe('ok');
  const rows = [
    { ...unknown, to: '720999' },
    { ...alice, to: 'alice@mail.example' },
  ];
  const list = (fields: Record<string, unknown> = {}) => call('user/receivers/list', fields);
  const pages = { per_page: 1, total: 2, last_page: 2 };
  expect((await list()).data).toEqual(rows);
  expect(await list({ page: 2, limit: 1 })).toEqual({ ...pages, current_page: 2, data: [rows[1]] });
});

const DOMESTIC = {
  ...{ real_name: 'Ana Perez', bank_name: 'Banco Uno', bank_account: '4539578763621486' },
  ...{
    bank_branch: 'Main branch',
    bank_code: '77AB',
    iban: 'DE89370400440532013000',
    bank_address: '1 Street',
  },
};
const ABROAD = [
  ...['', 'Ann Lee', '000123456789', 'Banker’s Bank', '1 High Street', 'BYLADEM1001', '+12125550100'],
  '2 Low Street',
];

test('a card is read masked without its number and whole with it, and the list has what each is called', async () => {
  expect(await call('user/cash_info')).toBeNull();
  const forms = [
    ...['ABA number', 'Real name', 'Card number', 'Bank name', 'Bank address', 'SWIFT code', 'Phone'],
    'Cardholder address',
  ];
  const none = { id: null, forms, data: ['', '', '', '', '', '', '', ''] };
  expect(await call('user/cash_info_international')).toEqual(none);
  const first = moment();
  const { id } = await call('user/cash_save', DOMESTIC);
  const second = moment();
  const abroad = await call('user/cash_save_international', { data: ABROAD });
  const third = moment();
  const plain = { real_name: 'Ana P', bank_name: 'Banco Dos', bank_account: '000555666' };
  const last = await call('user/cash_save', plain);
  const empty = { bank_branch: '', bank_code: '', iban: '', bank_address: '' };
  expect(await call('user/cash_info')).toEqual({
    ...{ ...empty, ...plain, id: last.id, bank_account: '•••• 5666' },
  });
  expect(await call('user/cash_info', { id })).toEqual({ ...DOMESTIC, id });
  const masked = ABROAD.with(2, '•••• 6789').with(6, '•••• 0100');
  expect(await call('user/cash_info_international')).toEqual({ id: abroad.id, forms, data: masked });
  const chinese = [
    ...['ABA 号码', '真实姓名', '卡号', '银行名称', '银行地址', 'SWIFT 代码', '电话', '持卡人地址'],
  ];
  expect(await call('user/cash_info_international', { id: abroad.id }, { lang: 'zh' })).toEqual({
    ...{ id: abroad.id, forms: chinese, data: ABROAD },
  });
  const row = (of: ReturnType<typeof moment>, more: object) => ({
    ...{ created_at: of.created_at, created_ms: of.created_ms, ...more },
  });
  const rows = [
    row(third, {
      ...{ id: last.id, type: 1, title: 'Banco Dos', number: '•••• 5666', real_name: 'Ana P' },
    }),
    row(second, {
      ...{ id: abroad.id, type: 2, title: 'Banker’s Bank', number: '•••• 6789', real_name: 'Ann Lee' },
    }),
    row(first, { id, type: 1, title: 'Banco Uno', number: '•••• 1486', real_name: 'Ana Perez' }),
  ];
  expect(await call('user/cash_list')).toEqual(rows);
  expect(await call('user/cash_list', { type: 1 })).toEqual([rows[0], rows[2]]);
  expect(await call('user/cash_list', { type: 2 })).toEqual([rows[1]]);
  expect(await call('user/cash_list', {}, { who: BEN })).toEqual([]);
  expect(await call('user/cash_delete', { id: last.id })).toBe('ok');
  expect(await call('user/cash_list', { type: 1 })).toEqual([rows[2]]);
});

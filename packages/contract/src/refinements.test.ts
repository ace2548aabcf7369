import { amount, price } from '@karat/money';
import { expect, test } from 'vitest';
import * as z from 'zod';
import type { Call } from './call.ts';
import { contract } from './index.ts';

const calls = new Map<string, Call>(Object.values(contract).flatMap((group) => Object.entries<Call>(group)));

function inputOf(path: string): z.ZodType {
  const call = calls.get(path);
  if (!call) throw new Error(`no call ${path}`);
  return call.input;
}

/** The schema of a field of a call's input. */
function fieldOf(path: string, name: string): z.ZodType {
  const input = inputOf(path);
  const field: unknown = input instanceof z.ZodObject ? input.shape[name] : undefined;
  if (!(field instanceof z.ZodType)) throw new Error(`${path} has no field ${name}`);
  return field;
}

const REFUSED = Symbol('refused');
const read = (type: z.ZodType, value: unknown): unknown => {
  const found = type.safeParse(value);
  return found.success ? found.data : REFUSED;
};

interface Rule {
  readonly call: string;
  readonly field: string;
  /** What is sent and what the handler gets. */
  readonly reads: readonly (readonly [sent: unknown, got: unknown])[];
  readonly refuses: readonly unknown[];
}

/** Values that are read as they are. */
const same = (...values: readonly unknown[]): [unknown, unknown][] => values.map((value) => [value, value]);

const file = `/files/${'a'.repeat(21)}_`;
const half = 'abcdefghij0123456_-Z';
const collateral = (...currencies: readonly number[]) =>
  currencies.map((currency) => ({ currency, amount: amount('1') }));
const gameText = { question: 'Which way will it go?', options: ['up', 'down'], source: 'the exchange' };
const EIGHT_OPTIONS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
const NINE_OPTIONS = [...EIGHT_OPTIONS, 'i'];
const projectText = { title: 'A token', summary: 'What it is for' };

const RULES: readonly Rule[] = [
  {
    call: 'lever/setstop',
    field: 'stop_loss_price',
    reads: [
      ['0', null],
      [0, null],
      ['0.0000000000', null],
      ['', undefined],
      ['2.5', price('2.5')],
    ],
    refuses: ['0.', '00', '0.00000000000', '-1', 'x'],
  },
  {
    call: 'lever/submit',
    field: 'target_price',
    reads: [
      ['0', undefined],
      [0, undefined],
      ['', undefined],
      ['30000', price('30000')],
    ],
    refuses: ['0.0', '-1'],
  },
  {
    call: 'lever/submit',
    field: 'multiple',
    reads: [
      ['1', 1],
      [1000, 1000],
    ],
    refuses: [0, 1001, '1.5'],
  },
  {
    call: 'loan/apply',
    field: 'collateral',
    reads: [
      ['1:0.5', [{ currency: 1, amount: amount('0.5') }]],
      ['1:1, 3:1', collateral(1, 3)],
      ['1:1,2:1,3:1,4:1,5:1,6:1,7:1,8:1', collateral(1, 2, 3, 4, 5, 6, 7, 8)],
    ],
    refuses: [
      '',
      '1:0',
      '1:',
      '0:1',
      '1:1,1:2',
      '1:1,',
      '1:1;2:1',
      '1:-1',
      '1:1.2.3',
      '1:1,2:1,3:1,4:1,5:1,6:1,7:1,8:1,9:1',
    ],
  },
  {
    call: 'user/login',
    field: 'code',
    reads: [
      ['012345', '012345'],
      [123456, '123456'],
      ['', undefined],
    ],
    refuses: ['12345', '1234567', 12345, '12345a'],
  },
  {
    call: 'user/register',
    field: 'password',
    reads: same('', ' a ', '\n', 'x'.repeat(1024)),
    refuses: ['x'.repeat(1025), 'a\ud800', 7],
  },
  {
    call: 'console/login',
    field: 'totp',
    reads: [
      ['012345', '012345'],
      [123456, '123456'],
    ],
    refuses: ['12345', '1234567', 'abcdef'],
  },
  {
    call: 'market/ticks',
    field: 'from',
    reads: [
      ['0', 0],
      [1_700_000_000, 1_700_000_000],
      [2 ** 40 - 1, 2 ** 40 - 1],
    ],
    refuses: [-1, '1.5', 'x', 2 ** 40],
  },
  {
    call: 'console/stock_action',
    field: 'ratio_new',
    reads: [
      ['1', 1],
      [9999, 9999],
      ['', undefined],
    ],
    refuses: ['0', '01', '10000', '1.5', '-1'],
  },
  {
    call: 'mailMessage/read',
    field: 'id',
    reads: [
      ['0', 0],
      [0, 0],
      ['7', 7],
    ],
    refuses: ['', '-1', '00', 1.5],
  },
  {
    call: 'console/staff_begin',
    field: 'first',
    reads: [[` ${half.slice(0, 4)} ${half.slice(4)}\n`, half]],
    refuses: [half.slice(1), `${half}a`, `${half.slice(1)}+`],
  },
  {
    call: 'console/staff_begin',
    field: 'login',
    reads: same('ab', '0.a-b', 'a'.repeat(32)),
    refuses: ['a', 'A1', '-ab', 'a_b', 'a'.repeat(33)],
  },
  {
    call: 'console/article_save',
    field: 'position',
    reads: [
      ['0', 0],
      [999_999, 999_999],
    ],
    refuses: [-1, 1.5, 1_000_000, 'x'],
  },
  {
    call: 'console/project_add',
    field: 'code',
    reads: [
      ['AB', 'AB'],
      [' 1INCH ', '1INCH'],
      ['ABCDEFGHIJ', 'ABCDEFGHIJ'],
    ],
    refuses: ['A', 'ABCDEFGHIJK', 'ab', 'A B', 'aAB', 'ABa'],
  },
  {
    call: 'console/project_add',
    field: 'pay_currencies',
    reads: same('1', '12,3', '1,23,3'),
    refuses: ['', ',1', '1,', '1,,2', '1;2', 'USDT'],
  },
  {
    call: 'console/project_add',
    field: 'website',
    reads: [['', undefined], [' ', ''], ...same('https://karat.test/a?b=c')],
    refuses: ['http://karat.test', 'javascript:https://karat.test', 'https://', 'https://a b'],
  },
  {
    call: 'console/project_add',
    field: 'logo',
    reads: [['', undefined], [' ', ''], ...same(file, `${file},/files/b`, `${file},${file}`)],
    refuses: ['/file/a', `${file},`, 'https://karat.test/files/a', '/files/../a'],
  },
  {
    call: 'console/project_add',
    field: 'paper',
    reads: [['', undefined], [' ', ''], ...same(file)],
    refuses: [`${file}a`, `a${file}`, file.slice(0, -1), `${file},${file}`],
  },
  {
    call: 'console/project_add',
    field: 'texts',
    reads: [
      [JSON.stringify({ en: projectText }), { en: projectText }],
      [
        { en: projectText, fra: projectText },
        { en: projectText, fra: projectText },
      ],
    ],
    refuses: [
      '{',
      '{}',
      { fra: projectText },
      { en: projectText, xx: projectText },
      { en: { ...projectText, title: '' } },
    ],
  },
  {
    call: 'console/game_question',
    field: 'texts',
    reads: [
      [JSON.stringify({ en: gameText }), { en: gameText }],
      [{ fra: gameText }, { fra: gameText }],
      [{ en: { ...gameText, options: EIGHT_OPTIONS } }, { en: { ...gameText, options: EIGHT_OPTIONS } }],
    ],
    refuses: [
      '{',
      { xx: gameText },
      { en: { ...gameText, options: ['up'] } },
      { en: { ...gameText, options: NINE_OPTIONS } },
      { en: { ...gameText, source: 'a book' } },
    ],
  },
  {
    call: 'portfolio/days',
    field: 'month',
    reads: same('2026-01', '2026-12'),
    refuses: ['2026-00', '2026-13', '1999-12', '2026-1', '2026-011'],
  },
  {
    call: 'console/dual_product',
    field: 'maturity',
    reads: same('2026-12-31'),
    refuses: ['2026-12-1', '31.12.2026', '2026-12-311'],
  },
  {
    call: 'proofs/liability_proof',
    field: 'date',
    reads: [['', undefined], ...same('2026-12-31')],
    refuses: ['2026-12-1', 'x'],
  },
  {
    call: 'proofs/receipt',
    field: 'hash',
    reads: same('0f'.repeat(32)),
    refuses: ['0F'.repeat(32), '0f'.repeat(31), `${'0f'.repeat(32)}0`, '0g'.repeat(32)],
  },
  {
    call: 'console/game_price_round',
    field: 'levels',
    reads: same('30000', '1,2,3,4,5,6,7.5'),
    refuses: ['', '1,', '1,2,3,4,5,6,7,8', 'a', '1 2'],
  },
  {
    call: 'console/game_answer',
    field: 'link',
    reads: same('https://karat.test/a'),
    refuses: [
      'http://karat.test/a',
      'karat.test/abcdef',
      'javascript:https://karat.test',
      'https://karat .test',
    ],
  },
  {
    call: 'console/game_schedule',
    field: 'time',
    reads: same('00:00', '19:59', '23:59'),
    refuses: ['24:00', '9:00', '12:60', '12-00'],
  },
  {
    call: 'console/nft_new_series',
    field: 'contents',
    reads: same('1:1', '22:1', '1:10,22:3,4:15'),
    refuses: ['1', '1:', '1:1,', '1:1;2:1', '1:1234567'],
  },
  {
    call: 'otc/order',
    field: 'currency',
    reads: [
      ['usd', 'USD'],
      [' Eur ', 'EUR'],
    ],
    refuses: ['us', 'usdt'],
  },
  {
    call: 'otc/order',
    field: 'country',
    reads: [['us', 'US']],
    refuses: ['u', 'usa'],
  },
  {
    call: 'bind_box/buyNFT',
    field: 'code',
    reads: same('W0123456789A', 'B0123456789A', 'S0123456789A'),
    refuses: ['X0123456789A', 'xW0123456789A', 'w0123456789A', 'W0123456789', 'W0123456789AB'],
  },
  {
    call: 'console/support_canned_save',
    field: 'shortcut',
    reads: same('ab', 'greeting-1'),
    refuses: ['a', 'A1', 'a b', '/ab', 'a'.repeat(25)],
  },
  {
    call: 'support/send',
    field: 'client_id',
    reads: same('abcdefgh', `${'a'.repeat(62)}_-`),
    refuses: ['abcdefg', 'a'.repeat(65), 'abcdefg.', 'abcd efgh'],
  },
];

test.each(RULES.map((rule) => [`${rule.call} ${rule.field}`, rule] as const))('%s', (_, rule) => {
  const type = fieldOf(rule.call, rule.field);
  expect(rule.reads.map(([sent]) => read(type, sent))).toEqual(rule.reads.map(([, got]) => got));
  expect(rule.refuses.filter((value) => read(type, value) !== REFUSED)).toEqual([]);
});

/** Fields that the refusals of a whole input name. */
const refusedAt = (path: string, sent: object): string[] =>
  inputOf(path)
    .safeParse(sent)
    .error?.issues.map((issue) => issue.path.join('.')) ?? [];

test('a drawing has the second point, and the text, that its tool needs, and no other', () => {
  const first = { match_id: 1, client_id: 'drawing-1', from_ms: 1, from_price: '1' };
  const line = { ...first, tool: 'trend', to_ms: 2, to_price: '2' };
  const level = { ...first, tool: 'horizontal' };
  const at = (sent: object) => refusedAt('chart/drawing_save', sent);
  expect([line, level, { ...first, tool: 'text', text: 'a' }].map(at)).toEqual([[], [], []]);
  expect(at({ ...line, to_ms: '' })).toEqual(['to_ms']);
  expect(at({ ...line, to_price: '' })).toEqual(['to_price']);
  expect(at({ ...level, to_ms: 2 })).toEqual(['to_ms']);
  expect(at({ ...level, to_price: '2' })).toEqual(['to_price']);
  expect(at({ ...level, text: 'a' })).toEqual(['text']);
  expect(at({ ...first, tool: 'text', text: '  ' })).toEqual(['text']);
});

test('an order in a list is named by either of its ids, and a list has 1 to 100', () => {
  const at = (orders: readonly object[]) => refusedAt('coin/batch_cancel', { orders });
  expect([at([{ id: 7 }, { client_id: 'a' }, { id: 7, client_id: 'a' }]), at([{ id: 7 }, {}])]).toEqual([
    [],
    ['orders.1'],
  ]);
  expect(at([{ id: '', client_id: '' }])).toEqual(['orders.0']);
  const many = (count: number) => Array.from({ length: count }, () => ({ id: 7 }));
  expect([0, 1, 100, 101].map((count) => at(many(count)))).toEqual([['orders'], [], [], ['orders']]);
});

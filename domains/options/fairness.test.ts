import { readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { contract } from '@karat/contract';
import type { Call } from '@karat/contract';
import { optionFacts, optionFormula } from '@karat/evidence';
import type { Facts, ReceiptTick } from '@karat/evidence';
import { amount, rate } from '@karat/money';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { optionApprovals } from './operator.ts';

const root = resolve(import.meta.dirname, '../..');
const sourcesIn = (directory: string): string[] =>
  readdirSync(join(root, directory), { recursive: true, encoding: 'utf8' })
    .map((name) => join(directory, name))
    .filter((name) => !name.includes('node_modules') && !name.includes('/dist/'));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** Words by which apps of this kind have rigged outcomes. */
const RIGGING =
  /(^|_)(force(?<!in_force)|forced|preset|rig(ged)?|manual|control(led)?|predetermined|fixed_result|win_rate_set|risk_(profile|group|level)_?(win|lose)|set_(result|outcome|win|lose|price|odds)|result_(set|type|mode)|user_odds|lucky|black_?list_lose|must_(win|lose)|kill_rate|point_control|win_probability)(_|$)/i;

/** Columns of a migration's tables. */
const columnsOf = (text: string): string[] =>
  text
    .replaceAll(/--.*$/gm, '')
    .split('\n')
    .flatMap((line) => /^\s{2}(?:add column )?([a-z_]+) [a-z]/.exec(line)?.[1] ?? []);

test('no column of the whole schema can hold a chosen outcome, odds or price', () => {
  const migrations = ['domains', 'platform'].flatMap(sourcesIn).filter((path) => path.endsWith('.sql'));
  const columns = migrations.flatMap((path) => columnsOf(read(path)).map((column) => `${path}: ${column}`));
  expect(columns.length).toBeGreaterThan(100);
  expect(columns.filter((column) => RIGGING.test(column.split(': ')[1] ?? ''))).toEqual([]);
});

const calls = Object.values(contract).flatMap((group) => Object.entries(group as Record<string, Call>));
/** Names of a call's input fields. */
const fieldsOf = (call: Call): string[] => {
  const shape: unknown = 'shape' in call.input ? call.input.shape : {};
  return typeof shape === 'object' && shape !== null ? Object.keys(shape) : [];
};

test('no call accepts an outcome, a settlement price or odds of a user', () => {
  const wrong = calls.flatMap(([path, call]) => [path, ...fieldsOf(call).map((field) => `${path} ${field}`)]);
  expect(wrong.length).toBeGreaterThan(100);
  const named = wrong.filter((name) =>
    RIGGING.test(
      name
        .split(/[ /]/)
        .at(-1)
        ?.replaceAll(/([A-Z])/g, '_$1') ?? '',
    ),
  );
  expect(named).toEqual([]);
});

test('operators affect options only by reads and by terms of new orders', () => {
  const reaching = calls.filter(
    ([path]) => path.startsWith('console/') && /option|micro/.test(path) && !path.includes('passkey'),
  );
  expect(reaching.map(([path]) => path).toSorted()).toEqual([
    'console/option_currency',
    'console/option_duration',
    'console/option_regions',
    'console/options',
  ]);
  const outcome = /(^|_)(user|uid|order|outcome|result|settle\w*|entry|price|win|lose|match)(_|$)/;
  for (const [path, call] of reaching) {
    const fields = fieldsOf(call).filter((field) => field !== 'user_max');
    expect(
      fields.filter((field) => outcome.test(field)),
      path,
    ).toEqual([]);
  }
  expect(Object.keys(optionApprovals).toSorted()).toEqual([
    'option currency',
    'option duration',
    'option regions',
  ]);
});

test('a pattern that matches nothing would be detected', () => {
  for (const planted of [
    'force_win',
    'set_outcome',
    'preset_result',
    'user_odds',
    'risk_profile_win',
    'must_lose',
  ])
    expect(RIGGING.test(planted), planted).toBe(true);
});

const RESULT = ['outcome', 'settlement', 'returned', 'entry_price', 'entry_second', 'receipt', 'settled_at'];

test('only the settlement and the entry write the result of an order', () => {
  const files = ['domains', 'apps/server', 'platform', 'simulation'].flatMap(sourcesIn);
  const writers = files
    .filter((path) => path.endsWith('.ts') && !/\.test\.ts$|\/testing\//.test(path))
    .flatMap((path) => {
      const statements = read(path).match(/(update|insert into) options_orders[^`]*/g) ?? [];
      return statements.flatMap((statement) => {
        const target = statement.startsWith('insert')
          ? (/\(([^)]*)\)/.exec(statement)?.[1] ?? '')
          : (/ set ([\s\S]*?)(\n\s*from|\n\s*where)/.exec(statement)?.[1] ?? '');
        const written = RESULT.filter((column) => new RegExp(`\\b${column}\\b`).test(target));
        return written.length > 0 ? [`${path}: ${written.join(' ')}`] : [];
      });
    });
  expect(writers.toSorted()).toEqual(
    [
      'domains/options/store.ts: entry_price entry_second',
      'domains/options/store.ts: outcome settlement returned entry_price entry_second receipt settled_at'
        .split(' ')
        .join(' '),
    ].toSorted(),
  );
  const callers = files
    .filter((path) => path.endsWith('.ts') && /\b(writeOutcomes|writeEntries)\(/.test(read(path)))
    .filter((path) => !path.endsWith('.test.ts'));
  expect(callers).toEqual(['domains/options/settle.ts']);
});

describe('the settlement of an option', () => {
  const START = 1_800_000_000;
  const facts = optionFacts({
    ...{ market: 1, symbol: 'BTC', currency: 'USDT', decimals: 6, direction: 'up' },
    ...{ stake: amount('100'), ratio: rate('0.85') },
    ...{ acceptedMs: START * 1000, expiresMs: (START + 30) * 1000 },
  });
  const published = Array.from({ length: 30 }, (_, second): ReceiptTick => ({
    ...{ market: 1, time: START + second, price: String(30_000 + second) },
    ...{ source: 'live', quotes: '', previous: '', hash: '' },
  }));
  afterEach(() => vi.restoreAllMocks());

  test('asks neither clock nor chance', () => {
    const forbid = (): never => {
      throw new Error('clock or chance was asked');
    };
    vi.spyOn(Math, 'random').mockImplementation(forbid);
    vi.spyOn(Date, 'now').mockImplementation(forbid);
    vi.spyOn(crypto, 'getRandomValues').mockImplementation(forbid);
    const ticks = optionFormula.choose(facts, published);
    expect(optionFormula.result(facts, ticks)).toMatchObject({
      outcome: 'win',
      entry: '30000',
      returned: '185',
    });
  });

  test('reads market, times, direction and amounts of the order, and nothing of its owner', () => {
    const read = new Set<string>();
    const watched = new Proxy<Facts>(
      { ...facts, user: '7', owner: 'anna' },
      {
        get(target, name) {
          if (typeof name !== 'string') return undefined;
          read.add(name);
          return target[name];
        },
      },
    );
    expect(optionFormula.ranges(watched)).toEqual([{ market: 1, from: START, to: START + 29 }]);
    optionFormula.result(watched, optionFormula.choose(watched, published));
    expect([...read].toSorted()).toEqual([
      'accepted_ms',
      'decimals',
      'direction',
      'expires_ms',
      'market',
      'ratio',
      'stake',
    ]);
  });

  test('is the same for equal orders, and mirrored for the other direction', () => {
    const of = (order: Facts) => optionFormula.result(order, optionFormula.choose(order, published));
    expect(of({ ...facts })).toEqual(of(facts));
    expect(of({ ...facts, direction: 'down' })).toMatchObject({ outcome: 'lose', returned: '0' });
  });
});

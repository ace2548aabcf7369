import { readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { contract } from '@karat/contract';
import type { Call } from '@karat/contract';
import { expect, test } from 'vitest';
import { contractsApprovals } from './operator.ts';

const root = resolve(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const sources = ['domains', 'apps/server', 'platform', 'simulation']
  .flatMap((directory) =>
    readdirSync(join(root, directory), { recursive: true, encoding: 'utf8' }).map((name) =>
      join(directory, name),
    ),
  )
  .filter((path) => path.endsWith('.ts') && !/node_modules|\/dist\/|\.test\.ts$|\/testing\//.test(path));

const calls = Object.values(contract).flatMap((group) => Object.entries(group as Record<string, Call>));
const fieldsOf = (call: Call): string[] => {
  const shape: unknown = 'shape' in call.input ? call.input.shape : {};
  return typeof shape === 'object' && shape !== null ? Object.keys(shape) : [];
};

test('operators affect contracts only by reads, terms of new orders, limits, halts and capital', () => {
  const reaching = calls.filter(([path]) => /^console\/.*(contract|lever|position)/.test(path));
  expect(reaching.map(([path]) => path).toSorted()).toEqual([
    'console/contract_change',
    'console/contract_fund',
    'console/contract_funds',
    'console/contract_limits',
    'console/contract_limits_change',
    'console/contracts',
  ]);
  const outcome = /(^|_)(uid|user|position|order|id|price|index|profit|outcome|result|margin|rate|tick)(_|$)/;
  const named = new Set(['match_id', 'user_cap', 'positions_max']);
  for (const [path, call] of reaching) {
    const fields = fieldsOf(call).filter((field) => !named.has(field));
    expect(
      fields.filter((field) => outcome.test(field)),
      path,
    ).toEqual([]);
  }
  const kinds = contractsApprovals({ inside: { deps: {}, engine: {} } } as never, async () => undefined);
  expect(Object.keys(kinds).toSorted()).toEqual(['contract capital', 'contract change', 'contract limits']);
});

test('only the engine, share actions and takeovers of copies write a position; a fill is never changed', () => {
  const writers = sources.flatMap((path) =>
    (read(path).match(/(update|insert into|delete from) contracts_(positions|fills)\b/g) ?? []).map(
      (statement) => `${path}: ${statement}`,
    ),
  );
  expect(writers.length).toBeGreaterThan(3);
  const owners = /^domains\/contracts\/(store|writing|copying-store|share-actions)\.ts: /;
  expect(writers.filter((writer) => !owners.test(writer))).toEqual([]);
  expect(writers.filter((writer) => /(update|delete from) contracts_fills/.test(writer))).toEqual([]);
});

/** Code only, without comments and strings, which may name users. */
const codeOf = (path: string): string =>
  read(path).replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*|'[^'\n]*'|`[^`]*`/g, '');

test.each([
  ...['rules.ts', 'margin-account.ts', 'tick.ts', 'share-actions.ts'].map(
    (name) => `domains/contracts/${name}`,
  ),
  ...['contract.ts', 'contract-2.ts'].map((name) => `packages/evidence/src/formulas/${name}`),
  ...['amounts.ts', 'estimate.ts', 'fills.ts', 'risk.ts', 'triggers.ts'].map(
    (name) => `packages/rules/src/contracts/${name}`,
  ),
])('%s decides without the owner of a position and without randomness', (path) => {
  const code = codeOf(path);
  expect(code).not.toMatch(/userId|user_id|\buid\b|\bowner\b|\blevel(Of)?\(/);
  expect(code).not.toMatch(/random|Date\.now|demo/i);
});

test('a file that reads the owner of a position would be detected', () => {
  expect(codeOf('domains/contracts/journals.ts')).toMatch(/userId/);
});

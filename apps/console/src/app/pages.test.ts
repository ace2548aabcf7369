import { contract } from '@karat/contract';
import type { Call } from '@karat/contract';
import { expect, test } from 'vitest';
import { RIGHTS } from '../lib/rights.ts';
import { PAGES } from './pages.ts';

const calls = new Map<string, Call>(Object.values(contract).flatMap((room) => Object.entries(room)));
const rolesOf = (path: string): readonly string[] => {
  const who = calls.get(path)?.who;
  return typeof who === 'object' ? who.operator : expect.fail(`${path} is no call of operators`);
};

test('a page is in the menu of exactly the roles that the server lets read it', () => {
  for (const { label, reads, roles } of PAGES)
    expect([...roles].toSorted(), label).toEqual([...rolesOf(reads)].toSorted());
});

test('a button is shown to exactly the roles that the server lets use it', () => {
  for (const [path, roles] of Object.entries(RIGHTS))
    expect([...roles].toSorted(), path).toEqual([...rolesOf(path)].toSorted());
});

test('every call of operators that changes something is among the rights', () => {
  const own = new Set([
    'console/login',
    'console/device',
    'console/passkey/login_options',
    'console/logout',
    'console/staff_begin',
    'console/staff_finish',
  ]);
  const changing = [...calls].filter(
    ([path, { method }]) => path.startsWith('console/') && method === 'POST' && !own.has(path),
  );
  expect(changing.length).toBeGreaterThan(30);
  for (const [path] of changing) expect(Object.keys(RIGHTS)).toContain(path);
});

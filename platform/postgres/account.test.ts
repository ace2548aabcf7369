import { expect, test } from 'vitest';
import { accountFor } from './account.ts';
import { StartRefused } from './refusal.ts';

const ROOT = 'root:x:0:0:root:/root:/bin/bash';
const NOBODY = 'nobody:x:65534:65533:nobody:/nonexistent:/usr/sbin/nologin';
const POSTGRES = 'postgres:x:105:110::/var/lib/postgresql:/bin/bash';
const lines = (...accounts: readonly string[]): string => `${accounts.join('\n')}\n`;

test('a new cluster belongs to postgres, else to nobody', () => {
  expect(accountFor(undefined, lines(ROOT, NOBODY, POSTGRES))).toEqual({ uid: 105, gid: 110 });
  expect(accountFor(undefined, lines(ROOT, NOBODY))).toEqual({ uid: 65534, gid: 65533 });
  expect(accountFor(0, lines(ROOT, NOBODY))).toEqual({ uid: 65534, gid: 65533 });
});

test('an existing cluster keeps its owner', () => {
  expect(accountFor(65534, lines(ROOT, NOBODY, POSTGRES))).toEqual({ uid: 65534, gid: 65533 });
});

test('without an unprivileged account the start is refused in one line that names the remedy', () => {
  expect(() => accountFor(undefined, lines(ROOT))).toThrow(StartRefused);
  expect(() => accountFor(undefined, lines(ROOT))).toThrow(/^[^\n]+start as an ordinary user[^\n]+$/);
  expect(() => accountFor(undefined, lines('postgres:x:0:0::/:/bin/sh'))).toThrow(StartRefused);
});

test('an owner who does not exist is named and not created', () => {
  expect(() => accountFor(4711, lines(ROOT, NOBODY))).toThrow(
    /^the database belongs to user 4711, [^\n]+chown\.$/,
  );
});

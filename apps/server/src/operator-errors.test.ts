import { expect, test } from 'vitest';
import { ConfigError } from './config.ts';
import { operatorMessageOf } from './operator-errors.ts';

test('an error that a person can fix is printed unchanged', () => {
  expect(operatorMessageOf(new ConfigError('PORT must be a number'))).toBe('PORT must be a number');
});

test.each(['53100', 'ENOSPC', 'EDQUOT'])('a full disk (%s) is one line that names the remedy', (code) => {
  const failure = Object.assign(new Error('could not extend file "base/5/2619"'), { code });
  expect(operatorMessageOf(failure)).toMatch(
    /^the disk of the database is full: free .* then start again\.$/,
  );
  expect(operatorMessageOf(new Error('seeding', { cause: failure }))).toMatch(/disk of the database is full/);
});

test.each(['EACCES', 'EPERM', 'EROFS'])(
  'a folder without write permission (%s) is one line with its path',
  (code) => {
    const failure = Object.assign(new Error(`${code}: mkdir '/srv/karat'`), {
      code,
      path: '/srv/karat',
      syscall: 'mkdir',
    });
    expect(operatorMessageOf(failure)).toBe(
      'no permission to write /srv/karat: start as the user who owns it, or choose another folder with KARAT_DATA.',
    );
  },
);

test('a bug is not one line', () => {
  expect(operatorMessageOf(new TypeError('x is not a function'))).toBeUndefined();
  expect(operatorMessageOf('thrown text')).toBeUndefined();
});

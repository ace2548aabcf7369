import { expect, test } from 'vitest';
import { explain, StartRefused } from './refusal.ts';

test.each([
  ["ENOSPC: no space left on device, write '/data/password'", 'disk is full: free at least'],
  ['FATAL:  could not extend file "base/1/2691": wrote only 4096 of 8192 bytes at block 9', 'disk is full'],
  ["EACCES: permission denied, mkdir '/data'", 'No permission to write /data: start as the user who owns it'],
  ['FATAL:  data directory "/data/cluster" has wrong ownership', 'No permission to write /data'],
  ['could not bind IPv4 address "127.0.0.1": Address already in use', 'port of the database is taken'],
  ['FATAL:  could not map anonymous shared memory: Cannot allocate memory', 'Too little memory'],
  [
    'LOG:  starting\nFATAL:  unrecognized parameter "x"\n',
    'did not start: FATAL:  unrecognized parameter "x"',
  ],
])('%j becomes one line that names the remedy', (text, line) => {
  const refusal = explain(new Error(text), '/data');
  expect(refusal).toBeInstanceOf(StartRefused);
  expect(refusal.message).toContain(line);
  expect(refusal.message).not.toContain('\n');
});

test('a refusal stays unchanged', () => {
  const refusal = new StartRefused('stop it first');
  expect(explain(refusal, '/data')).toBe(refusal);
});

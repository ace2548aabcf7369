import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkMachine, portRefusal } from './check-machine.ts';
import { readConfig } from './config.ts';

const config = readConfig({ PORT: '80', HOST: 'nowhere.example' });
const failed = (code: string): Error => Object.assign(new Error('listen'), { code });

test.each([
  ['EADDRINUSE', 'port 80 is taken: stop the other program, or choose another with PORT=81.'],
  ['EACCES', 'port 80 is not allowed: choose one above 1023 with PORT=3000.'],
  ['EADDRNOTAVAIL', 'HOST nowhere.example is not an address of this machine.'],
  ['ENOTFOUND', 'HOST nowhere.example is not an address of this machine.'],
  ['EMFILE', undefined],
])('%s of an address is one line: %s', (code, line) => {
  expect(portRefusal(config, failed(code))?.message).toBe(line);
});

test('other users of the machine cannot list the data', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'karat-machine-'));
  const dataDir = join(directory, 'data');
  await checkMachine(readConfig({ KARAT_DATA: dataDir, PORT: '0' }));
  expect(statSync(dataDir).mode & 0o777).toBe(0o711);
  rmSync(directory, { recursive: true });
});

import { afterEach, expect, test, vi } from 'vitest';
import { ConfigError } from './config.ts';
import { outputFor } from './output.ts';

afterEach(() => void vi.restoreAllMocks());

test.each([
  [{}, 'text'],
  [{ NODE_ENV: 'production' }, 'json'],
  [{ KARAT_MODE: 'production' }, 'json'],
  [{ KARAT_MODE: 'demo', NODE_ENV: 'production' }, 'text'],
  [{ KARAT_MODE: '', NODE_ENV: 'production' }, 'json'],
  [{ KARAT_MODE: 'production', KARAT_LOG_FORMAT: 'text' }, 'text'],
  [{ KARAT_LOG_FORMAT: 'json' }, 'json'],
  [{ KARAT_MODE: 'production', KARAT_LOG_FORMAT: '' }, 'json'],
])('a refused start with %o is reported as %s', (env, format) => {
  const lines: string[] = [];
  const write = (text: string | Uint8Array): boolean => lines.push(String(text)) > 0;
  vi.spyOn(process.stderr, 'write').mockImplementation(write);
  vi.spyOn(process.stdout, 'write').mockImplementation(write);
  outputFor(env).failed(new ConfigError('PORT must be a whole number.'));
  expect(lines.join('')).toMatch(
    format === 'text' ? /^karat: PORT must be a whole number\.\n$/ : /^\{.*"reason":"PORT.*\}\n$/,
  );
});

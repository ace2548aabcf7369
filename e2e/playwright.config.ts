import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { defineConfig } from '@playwright/test';

const root = resolve(import.meta.dirname, '..');
// Workers read this file again: what the first reading chose must hold for all of them.
const port = (process.env['KARAT_E2E_PORT'] ??= String(20_000 + (process.pid % 10_000)));
const data = (process.env['KARAT_E2E_DATA'] ??= ownData());
const system = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';

/** A directory of this run's own, which goes with it; one that somebody names stays. */
function ownData(): string {
  const own = join(tmpdir(), `karat-e2e-${process.pid}`);
  process.env['KARAT_E2E_OWN_DATA'] = own;
  return own;
}

/** A phone in front of a server in demo mode with data of its own. `KARAT_E2E_URL` uses a server that runs already. */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.test.ts',
  outputDir: join(root, 'test-results'),
  globalSetup: './setup.ts',
  globalTeardown: './teardown.ts',
  // A machine that does much else at once may be late; a second try tells that from a fault, and the list names it.
  retries: process.env['CI'] === undefined ? 0 : 1,
  expect: { timeout: 10_000 },
  workers: 2,
  fullyParallel: false,
  timeout: 60_000,
  reporter: 'list',
  use: {
    baseURL: process.env['KARAT_E2E_URL'] ?? `http://127.0.0.1:${port}`,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    deviceScaleFactor: 2,
    locale: 'en-US',
    trace: 'retain-on-failure',
    launchOptions: {
      ...(existsSync(system) ? { executablePath: system } : {}),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  ...(process.env['KARAT_E2E_URL'] === undefined
    ? {
        webServer: {
          command: `"${process.execPath}" scripts/with-signer.mjs`,
          cwd: root,
          url: `http://127.0.0.1:${port}/readyz`,
          env: {
            ...process.env,
            PORT: port,
            KARAT_DATA: data,
            KARAT_MODE: 'demo',
            KARAT_RATE_FACTOR: '1000',
            // One journey pays 50,000 without the delay of large withdrawals.
            KARAT_WITHDRAWAL_DELAY_USDT: '50001',
            KARAT_FIAT_RATES_URL: 'off',
            KARAT_TEST_CHAINS: '1',
          },
          timeout: 120_000,
          gracefulShutdown: { signal: 'SIGTERM', timeout: 30_000 },
          stdout: 'ignore',
          stderr: 'pipe',
        },
      }
    : {}),
});

import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { defineConfig } from '@playwright/test';

const root = resolve(import.meta.dirname, '..');
// Workers read this file again: the choices of the first reading must hold for all.
const port = (process.env['KARAT_E2E_PORT'] ??= String(20_000 + (process.pid % 10_000)));
const data = (process.env['KARAT_E2E_DATA'] ??= ownData());
const system =
  process.env['CHROMIUM_PATH'] ??
  ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((path) => existsSync(path)) ??
  '';

/** A temporary directory of this run, which is removed afterwards; a directory given by name stays. */
function ownData(): string {
  const own = join(tmpdir(), `karat-e2e-${process.pid}`);
  process.env['KARAT_E2E_OWN_DATA'] = own;
  return own;
}

/**
 * Tests that read many screens and change nothing: they need no order, and are what all workers end with. The others share
 * users and chains, so that each file runs in one worker.
 */
const SCREENS = [
  '**/accessibility.test.ts',
  '**/console-widths.test.ts',
  '**/first-load.test.ts',
  '**/layout-shift.test.ts',
  '**/paths.test.ts',
  '**/widths.test.ts',
];

/** A phone and a server in demo mode with its own data. `KARAT_E2E_URL` uses a running server. */
export default defineConfig({
  testDir: '.',
  projects: [
    { name: 'journeys', testMatch: '**/*.test.ts', testIgnore: SCREENS, fullyParallel: false },
    { name: 'screens', testMatch: SCREENS, fullyParallel: true },
  ],
  outputDir: join(root, 'test-results'),
  globalSetup: './setup.ts',
  globalTeardown: './teardown.ts',
  retries: 0,
  expect: { timeout: 10_000 },
  // More than two processors: a part of the time is waiting, such as for blocks, ticks and the ends of auctions.
  workers: 3,
  // Each takes a few seconds; a busy machine must not fail it.
  timeout: 180_000,
  reporter: 'list',
  use: {
    baseURL: process.env['KARAT_E2E_URL'] ?? `http://127.0.0.1:${port}`,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    deviceScaleFactor: 1,
    locale: 'en-US',
    // Tests of movement ask for it; the others wait for no animation.
    reducedMotion: 'reduce',
    // Each test has a new browser profile, in which the worker would fetch the app again for a use offline that few tests see.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    // A recording slows every test down: asked for when a failure is looked into.
    trace: process.env['KARAT_E2E_TRACE'] === undefined ? 'off' : 'retain-on-failure',
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
            KARAT_TRAVEL_RULE_USDT: '40000',
            KARAT_FIAT_RATES_URL: 'off',
            KARAT_TEST_CHAINS: '1',
            // A second line to the same server.
            KARAT_LINES: `http://localhost:${port}`,
            KARAT_ORIGINS: `http://127.0.0.1:${port}`,
            // Rebates are paid every two seconds instead of every hour.
            KARAT_REBATE_SECONDS: '2',
            // A guess of the demonstration is settled before a test can wait for it.
            KARAT_DEMO_ROUND_SECONDS: '10',
            // A bid does not move the end of an auction that a test waits for.
            KARAT_NFT_EXTENSIONS: '0',
          },
          timeout: 120_000,
          gracefulShutdown: { signal: 'SIGTERM', timeout: 30_000 },
          stdout: 'ignore',
          stderr: 'pipe',
        },
      }
    : {}),
});

import './compile-cache.mjs';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { ensureBrowser, findBrowser } from './browser.ts';
import { check } from './check.ts';
import { countPlaywright, countVitest, type Count } from './count.ts';
import { memoryDirectory } from './memory-directory.ts';

const root = resolve(import.meta.dirname, '..');
process.env['TMPDIR'] ??= memoryDirectory();
const reports = mkdtempSync(join(tmpdir(), 'karat-reports-'));

async function run(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<number> {
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}

/** Counts of a runner's report. One that failed without a failed test, or wrote no report, counts as one failure. */
function counted(runner: string, report: string, read: (report: unknown) => Count, code: number): Count {
  const count = existsSync(report)
    ? read(JSON.parse(readFileSync(report, 'utf8')))
    : { passed: 0, failed: [] };
  return code !== 0 && count.failed.length === 0
    ? { ...count, failed: [`${runner} ended with ${code}`] }
    : count;
}

/** The checks have built both apps in this run. */
let built = false;

async function checks(): Promise<Count> {
  const failed = await check();
  built = !failed.includes('budgets');
  return { passed: 0, failed: failed.map((name) => `check ${name}`) };
}

/** Unit, database and API tests: one run, so that one PostgreSQL serves them all. */
async function vitest(): Promise<Count> {
  const report = join(reports, 'vitest.json');
  const code = await run([
    'node_modules/vitest/vitest.mjs',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]);
  return counted('vitest', report, countVitest, code);
}

async function browser(): Promise<Count> {
  if (globSync('e2e/**/*.test.ts', { cwd: root, exclude: ['**/node_modules/**'] }).length === 0) {
    console.log('no browser tests');
    return { passed: 0, failed: [] };
  }
  await ensureBrowser();
  const found = await findBrowser();
  if (!built && (await run(['scripts/build.mjs'])) !== 0) return { passed: 0, failed: ['build'] };
  const report = join(reports, 'playwright.json');
  const code = await run(
    [
      'node_modules/@playwright/test/cli.js',
      'test',
      '-c',
      'e2e/playwright.config.ts',
      '--reporter=list,json',
      ...rest,
    ],
    {
      PLAYWRIGHT_JSON_OUTPUT_NAME: report,
      KARAT_E2E_PORT: String(await freePort()),
      ...(found?.executablePath === undefined ? {} : { CHROMIUM_PATH: found.executablePath }),
    },
  );
  return counted('playwright', report, countPlaywright, code);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** Failures that the end of a run names. */
const NAMED = 40;
const rings: Readonly<Record<string, () => Promise<Count>>> = { check: checks, vitest, browser };
const [wanted, ...rest] = process.argv.slice(2);
let passed = 0;
const failed: string[] = [];
for (const [name, ring] of Object.entries(rings)) {
  if (wanted !== undefined && wanted !== name) continue;
  try {
    const count = await ring();
    passed += count.passed;
    failed.push(...count.failed);
  } catch (failure) {
    failed.push(`${name}: ${failure instanceof Error ? failure.message : String(failure)}`);
  }
}
rmSync(reports, { recursive: true, force: true });
// Checks are not counted; any other ring that passes nothing has not run.
process.exitCode = failed.length > 0 || (passed === 0 && wanted !== 'check') ? 1 : 0;
// Repeated at the end: the output of a failed test is far above that of the rings after it.
for (const name of failed.slice(0, NAMED)) console.log(`FAILED ${name.replace(`${root}/`, '')}`);
if (failed.length > NAMED) console.log(`FAILED and ${failed.length - NAMED} more`);
console.log(`${passed} passed, ${failed.length} failed`);

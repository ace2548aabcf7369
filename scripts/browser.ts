import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Debian's Chromium without a window: a test takes about a third of the time of the full browser. */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';
const PACKAGES = ['chromium-headless-shell', 'fonts-noto-cjk', 'fonts-thai-tlwg'];
const system = [
  HEADLESS_SHELL,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
];

/** A browser that is here already: the one in CHROMIUM_PATH, the system's, or Playwright's own (undefined path). */
export async function findBrowser(): Promise<{ readonly executablePath: string | undefined } | undefined> {
  const named = process.env['CHROMIUM_PATH'];
  if (named !== undefined && named !== '') {
    if (existsSync(named)) return { executablePath: named };
    throw new Error(`CHROMIUM_PATH names ${named}, which does not exist: correct it or unset it.`);
  }
  const found = system.find((path) => existsSync(path));
  if (found !== undefined) return { executablePath: found };
  const { chromium } = await import('@playwright/test');
  return existsSync(chromium.executablePath()) ? { executablePath: undefined } : undefined;
}

/** Makes sure that there is a browser: as root on Debian the headless shell of its packages, else Playwright's own build. */
export async function ensureBrowser(): Promise<void> {
  const isNamed = (process.env['CHROMIUM_PATH'] ?? '') !== '';
  if (isNamed ? await findBrowser() : existsSync(HEADLESS_SHELL)) return;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    run('apt-get', ['update', '-qq']);
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...PACKAGES]);
  }
  if ((await findBrowser()) !== undefined) return;
  run(process.execPath, [
    join(import.meta.dirname, '../node_modules/playwright/cli.js'),
    'install',
    'chromium',
  ]);
  if ((await findBrowser()) !== undefined) return;
  throw new Error('no browser for the tests: install Chromium and name its program in CHROMIUM_PATH.');
}

function run(program: string, args: readonly string[]): void {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync(program, args, { stdio: ['ignore', 'ignore', 'inherit'], env });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    await ensureBrowser();
    console.log((await findBrowser())?.executablePath ?? "Playwright's own Chromium");
  } catch (failure) {
    console.error(`karat: ${failure instanceof Error ? failure.message : String(failure)}`);
    process.exitCode = 1;
  }
}

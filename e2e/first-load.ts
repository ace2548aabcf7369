// Measures the first load of a screen on a phone: four times slower than this machine, behind a slow 4G connection.
// Run against a server: node e2e/first-load.ts http://127.0.0.1:4000 [runs] [path ...]
import { existsSync } from 'node:fs';
import process from 'node:process';
import { chromium } from '@playwright/test';
import type { Browser, CDPSession, Page } from '@playwright/test';

const print = (text: string): void => void process.stdout.write(`${text}\n`);

const SLOWER = 4;
/** Lighthouse's slow 4G. */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 93_750 };
const SETTLE_MS = 6_000;
const SYSTEM = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';

interface Paints {
  lcp: number;
  element: string;
  shift: number;
  tasks: number[];
}
declare global {
  interface Window {
    paints: Paints;
  }
}

/** Runs in the page: collects the largest paint, layout shifts and tasks over 50 ms. */
function collect(): void {
  interface Entry extends PerformanceEntry {
    readonly element?: Element | null;
    readonly size?: number;
    readonly value?: number;
  }
  const paints: Paints = { lcp: 0, element: '', shift: 0, tasks: [] };
  window.paints = paints;
  const watch = (type: string, read: (entry: Entry) => void): void =>
    new PerformanceObserver((list) => list.getEntries().forEach(read)).observe({ type, buffered: true });
  watch('largest-contentful-paint', ({ startTime, size = 0, element }) => {
    paints.lcp = startTime;
    paints.element = `${element?.tagName ?? '?'} ${size} ${(element?.textContent ?? '').slice(0, 40)}`;
  });
  watch('layout-shift', ({ value = 0 }) => {
    paints.shift += value;
  });
  watch('longtask', ({ duration }) => {
    paints.tasks.push(Math.round(duration));
  });
}

async function throttle(page: Page): Promise<CDPSession> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Network.enable');
  await cdp.send('Network.emulateNetworkConditions', SLOW_4G);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  return cdp;
}

/** Loads a screen in an empty browser and returns its figures. */
async function load(browser: Browser, address: string): Promise<Record<string, number | string>> {
  const page = await browser.newPage({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    hasTouch: true,
    isMobile: true,
    serviceWorkers: 'block',
  });
  await page.addInitScript(collect);
  const cdp = await throttle(page);
  const requests: { url: string; at: number }[] = [];
  const began = Date.now();
  page.on('request', (request) => requests.push({ url: request.url(), at: Date.now() - began }));
  let bytes = 0;
  cdp.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await page.goto(address, { waitUntil: 'commit' });
  await page.waitForTimeout(SETTLE_MS);
  const { lcp, element, shift, tasks } = await page.evaluate(() => window.paints);
  const first = await page.evaluate(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
  );
  const { metrics } = await cdp.send('Performance.getMetrics');
  const metric = (name: string): number => metrics.find((each) => each.name === name)?.value ?? 0;
  if (process.env['WATERFALL']) {
    for (const { url, at } of requests)
      print(`${String(at).padStart(6)} ${url.replace(/^https?:\/\/[^/]+/, '')}`);
    print(tasks.join(' '));
  }
  await page.close();
  return {
    'first paint': Math.round(first),
    'largest paint': Math.round(lcp),
    'of it': element,
    blocked: tasks.reduce((sum, ms) => sum + ms - 50, 0),
    'longest task': Math.max(0, ...tasks),
    'layout shift': shift.toFixed(4),
    requests: requests.length,
    KiB: Math.round(bytes / 1024),
    'script ms': Math.round(metric('ScriptDuration') * 1000),
    'main thread ms': Math.round(metric('TaskDuration') * 1000),
    layouts: metric('LayoutCount'),
  };
}

const [base = 'http://127.0.0.1:4000', runs = '3', ...paths] = process.argv.slice(2);
const browser = await chromium.launch({
  ...(existsSync(SYSTEM) ? { executablePath: SYSTEM } : {}),
  args: ['--no-sandbox', '--disable-gpu'],
});
for (const path of paths.length > 0 ? paths : ['/', '/pages/transaction/index']) {
  const rows: unknown[] = [];
  for (let run = 0; run < Number(runs); run += 1) rows.push(await load(browser, `${base}/#${path}`));
  print(path);
  for (const row of rows) print(JSON.stringify(row));
}
await browser.close();

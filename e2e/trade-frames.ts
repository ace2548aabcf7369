// Measures the trade screen on a phone four times slower than this machine while its book changes 100 times a second.
// Run against a server in demo mode: node e2e/trade-frames.ts http://127.0.0.1:4000 [path of the screen]
import { existsSync } from 'node:fs';
import process from 'node:process';
import { chromium } from '@playwright/test';
import type { CDPSession, Page } from '@playwright/test';

const UPDATES_PER_SECOND = 100;
const SLOWER = 4;
const SETTLE_MS = 5_000;
const SECONDS = 10;
const SYSTEM = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';

/**
 * Runs in the page: after the book's snapshot, changes of random levels near the best prices replace the server's own,
 * which come at most ten times a second.
 */
function feedBook(perSecond: number): void {
  type Levels = readonly (readonly [string, string])[];
  interface Frame {
    readonly ch?: string;
    readonly seq: number;
    readonly data: { match_id: number; snapshot: boolean; bids: Levels; asks: Levels };
  }
  const own = new WeakSet<Event>();
  const change = (levels: Levels): readonly [string, string] => {
    const place = Math.floor(Math.random() * Math.random() * Math.min(20, levels.length));
    return [levels[place]?.[0] ?? '1', Math.random() < 0.06 ? '0' : (Math.random() * 5).toFixed(4)];
  };
  class FedSocket extends WebSocket {
    #feeding: ReturnType<typeof setInterval> | undefined;

    constructor(url: string | URL) {
      super(url);
      this.addEventListener('message', (event: MessageEvent<string>) => this.#received(event));
      this.addEventListener('close', () => clearInterval(this.#feeding));
    }

    #received(event: MessageEvent<string>): void {
      if (own.has(event) || !event.data.includes('"ch":"depth:')) return;
      const frame = JSON.parse(event.data) as Frame;
      if (this.#feeding !== undefined) event.stopImmediatePropagation();
      else if (frame.data.snapshot) this.#feed(frame);
    }

    #feed({ ch, seq, data: { match_id, bids, asks } }: Frame): void {
      let sent = 0;
      this.#feeding = setInterval(() => {
        sent += 1;
        const sides = { bids: [change(bids), change(bids)], asks: [change(asks), change(asks)] };
        const data = JSON.stringify({ ch, seq: seq + sent, data: { match_id, snapshot: false, ...sides } });
        const event = new MessageEvent('message', { data });
        own.add(event);
        this.dispatchEvent(event);
      }, 1000 / perSecond);
    }
  }
  globalThis.WebSocket = FedSocket;
}

/** Runs in the page: counts the frames drawn in a number of seconds, and records every task over 50 ms. */
async function countFrames(seconds: number): Promise<{ frames: number; longTasks: number[] }> {
  const longTasks: number[] = [];
  const watcher = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longTasks.push(Math.round(duration));
  });
  watcher.observe({ type: 'longtask' });
  const end = performance.now() + seconds * 1000;
  let frames = 0;
  await new Promise<void>((resolve) => {
    const drawn = (): void => {
      frames += 1;
      if (performance.now() < end) requestAnimationFrame(drawn);
      else resolve();
    };
    requestAnimationFrame(drawn);
  });
  watcher.disconnect();
  return { frames, longTasks };
}

/** Main thread time in seconds so far. */
async function spent(cdp: CDPSession): Promise<Record<'TaskDuration' | 'ScriptDuration', number>> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  const of = (name: string): number => metrics.find((metric) => metric.name === name)?.value ?? 0;
  return { TaskDuration: of('TaskDuration'), ScriptDuration: of('ScriptDuration') };
}

async function measure(page: Page, timeDomain: 'timeTicks' | 'threadTicks') {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable', { timeDomain });
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  const before = await spent(cdp);
  const { frames, longTasks } = await page.evaluate(countFrames, SECONDS);
  const after = await spent(cdp);
  const share = (name: keyof typeof before): string =>
    `${(((after[name] - before[name]) / SECONDS) * 100).toFixed(1)} %`;
  return {
    'frames/s': (frames / SECONDS).toFixed(1),
    'main thread busy': share('TaskDuration'),
    'of it script': share('ScriptDuration'),
    'tasks over 50 ms': longTasks.length,
    'longest ms': Math.max(0, ...longTasks),
  };
}

const [base = 'http://127.0.0.1:4000', path = '/pages/transaction/index'] = process.argv.slice(2);
const browser = await chromium.launch({
  ...(existsSync(SYSTEM) ? { executablePath: SYSTEM } : {}),
  args: ['--no-sandbox', '--disable-gpu'],
});
const rows: Record<string, unknown> = {};
for (const clock of ['timeTicks', 'threadTicks'] as const) {
  const page = await browser.newPage({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    hasTouch: true,
    isMobile: true,
  });
  await page.addInitScript(feedBook, UPDATES_PER_SECOND);
  await page.goto(`${base}/#${path}`);
  await page.waitForTimeout(SETTLE_MS);
  rows[clock === 'timeTicks' ? 'by the clock' : 'by its own processor time'] = await measure(page, clock);
  await page.close();
}
await browser.close();
console.table(rows);

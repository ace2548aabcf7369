import { constants, setPriority } from 'node:os';
import { test as base, expect } from '@playwright/test';
import type { BrowserContext } from '@playwright/test';
import { AuthPages } from './pages/auth.ts';
import { ConsolePages, atDesk } from './pages/console.ts';
import { FundPages } from './pages/funds.ts';
import { MarketPages } from './pages/market.ts';
import { Phone } from './pages/phone.ts';
import { SettingsPages } from './pages/settings.ts';
import { recordToasts } from './pages/toasts.ts';
import { TradePages } from './pages/trade.ts';
import { newPerson, newTrader } from './server/people.ts';
import type { Person } from './server/people.ts';

interface Fixtures {
  /** Errors of the browser; a test fails if any is left. */
  readonly complaints: string[];
  readonly phone: Phone;
  readonly auth: AuthPages;
  readonly funds: FundPages;
  readonly market: MarketPages;
  readonly settings: SettingsPages;
  readonly trade: TradePages;
  /** A phone that is logged in with a new account. */
  readonly person: Person;
  /** The console with a new operator of a role, in its own browser context. */
  readonly desk: (role: string) => Promise<ConsolePages>;
}

interface Shared {
  /** The browsers of a worker leave the processors to the server first. */
  readonly lowPriority: undefined;
  /** An account that the tests of a worker share, for read-only screens. */
  readonly reader: Person;
  /** The same with an open order and position, and permission for options. */
  readonly trader: Person;
}

export const test = base.extend<Fixtures, Shared>({
  lowPriority: [
    // Its browser inherits it. A server that waits two seconds for a processor has no current index price and refuses orders.
    async ({ playwright: _ }, run) => {
      setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
      await run(undefined);
    },
    { scope: 'worker', auto: true },
  ],
  reader: [async ({ browserName: _ }, run) => run(await newPerson()), { scope: 'worker' }],
  trader: [async ({ browserName: _ }, run) => run(await newTrader()), { scope: 'worker' }],
  complaints: [
    async ({ page }, run) => {
      const complaints: string[] = [];
      page.on('pageerror', (error) => complaints.push(`error: ${error.message}`));
      page.on('console', (line) => {
        if (line.type() === 'error') complaints.push(`${line.text()} (${line.location().url})`);
      });
      await run(complaints);
      expect(complaints, 'complaints of the browser').toEqual([]);
    },
    { auto: true },
  ],
  phone: async ({ page }, run) => {
    await recordToasts(page);
    await run(new Phone(page));
  },
  auth: async ({ phone }, run) => run(new AuthPages(phone)),
  funds: async ({ phone }, run) => run(new FundPages(phone)),
  market: async ({ phone }, run) => run(new MarketPages(phone)),
  settings: async ({ phone }, run) => run(new SettingsPages(phone)),
  trade: async ({ phone }, run) => run(new TradePages(phone)),
  person: async ({ phone }, run) => {
    const person = await newPerson();
    await phone.loginAs(person);
    await run(person);
  },
  desk: async ({ browser }, run) => {
    const opened: BrowserContext[] = [];
    await run(async (role) => {
      const context = await atDesk(browser);
      opened.push(context);
      return ConsolePages.login(await context.newPage(), role);
    });
    for (const context of opened) await context.close();
  },
});

export { expect };

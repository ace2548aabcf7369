import { expect } from '@playwright/test';
import type { Locator, Page, Route } from '@playwright/test';
import type { Person } from '../server/people.ts';

type Search = Readonly<Record<string, string | number>>;

/** What every screen of the phone app has: an address, a title, tabs, toasts. */
export class Phone {
  readonly page: Page;
  constructor(page: Page) {
    this.page = page;
  }

  /** Opens an address of the app as if it were typed. */
  async open(path: string, search: Search = {}): Promise<void> {
    const query = new URLSearchParams(Object.entries(search).map(([name, value]) => [name, String(value)]));
    await this.page.goto(`/#${path}${query.size > 0 ? `?${query.toString()}` : ''}`);
  }

  /** Opens an address and waits until the screen before it has left and the new one has what it shows. */
  async visit(path: string, search: Search = {}): Promise<void> {
    await this.page.evaluate(() => document.querySelector('main')?.setAttribute('data-left', ''));
    await this.open(path, search);
    await expect(this.page.locator('main[data-left]'), `the screen before ${path}`).toHaveCount(0);
    await expect(this.page.locator('[aria-busy=true]:not(button)'), `what ${path} loads`).toHaveCount(0);
  }

  /** Keeps a session in the browser before the app starts, as an earlier login would have. */
  async loginAs({ token }: Pick<Person, 'token'>): Promise<void> {
    await this.keep({ token });
  }

  /** Puts values into the browser's storage before the app starts; once, so that the app may change them. */
  async keep(values: Readonly<Record<string, unknown>>): Promise<void> {
    await this.page.addInitScript((kept) => {
      if (localStorage.getItem('storage_version') === null) localStorage.setItem('storage_version', '1');
      for (const [name, value] of Object.entries(kept)) {
        if (sessionStorage.getItem(`kept ${name}`) !== null) continue;
        sessionStorage.setItem(`kept ${name}`, '1');
        localStorage.setItem(name, JSON.stringify(value));
      }
    }, values);
  }

  readonly main = (): Locator => this.page.getByRole('main');

  /** The heading in the bar of the screen. */
  readonly title = (text: string | RegExp): Locator =>
    this.page.getByRole('heading', { level: 1, name: text });

  /** Taps one of the five tabs. */
  async tab(name: string | RegExp): Promise<void> {
    await this.page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name }).click();
  }

  /** Closes the start notice that a first visit of the home screen shows. */
  async closeNotice(): Promise<void> {
    const notice = this.page.getByRole('dialog');
    await notice.getByRole('button', { name: 'Confirm' }).click();
    await expect(notice).toBeHidden();
  }

  /** Waits for a toast. */
  async expectToast(text: string | RegExp): Promise<void> {
    await expect(this.page.getByRole('status').filter({ hasText: text })).toBeAttached();
  }

  /** Keeps the next request of a call waiting. Answers how to wait until it was asked, and how to let it go on. */
  async hold(call: string): Promise<{ readonly asked: Promise<unknown>; readonly release: () => void }> {
    const url = `**/api/${call}*`;
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const wait = async (route: Route): Promise<void> => {
      await released;
      await route.continue();
    };
    await this.page.route(url, wait, { times: 1 });
    return { asked: this.page.waitForRequest(url), release };
  }

  /** Refuses what is asked of a call, as the server would. */
  async refuse(call: string, error: string, message: string, type = 'error'): Promise<void> {
    const body = JSON.stringify({ type, code: 0, message, error });
    await this.page.route(`**/api/${call}*`, (route) =>
      route.fulfill({ contentType: 'application/json', body }),
    );
  }

  /** Lets calls reach the server as they are. */
  readonly pass = (call: string): Promise<void> => this.page.unroute(`**/api/${call}*`);

  /** Another tab of this browser logs somebody in. */
  async otherTabLogsIn({ token }: Pick<Person, 'token'>): Promise<void> {
    await this.page.evaluate((kept) => {
      localStorage.setItem('token', kept);
      localStorage.removeItem('user');
      window.dispatchEvent(new StorageEvent('storage', { key: 'token' }));
    }, JSON.stringify(token));
  }

  /** Waits for the address of a screen. */
  async expectAt(path: string): Promise<void> {
    await expect(this.page).toHaveURL(new RegExp(`#${path.replaceAll('/', '\\/')}(\\?|$)`));
  }

  /** What is wider than the screen, or cut off in a button, title or figure, with letters of a size. */
  spilt(text: string): Promise<string[]> {
    return this.page.evaluate((size) => {
      const root = document.documentElement;
      root.style.fontSize = size;
      const cut = [...document.querySelectorAll('h1, button, [role=tab], dd')].filter(
        // What is only read out is one pixel wide.
        (part) => part.clientWidth > 1 && part.scrollWidth > part.clientWidth + 1,
      );
      const named = cut.map((part) => `cut off: ${part.textContent}`);
      const wide = root.scrollWidth > root.clientWidth ? [`${root.scrollWidth} px wide`] : [];
      root.style.fontSize = '';
      return [...wide, ...named];
    }, text);
  }
}

import { localeOf } from '@karat/i18n';
import type { Lang } from '@karat/i18n';
import { expect } from '@playwright/test';
import type { Locator, Page, Route } from '@playwright/test';
import type { Person } from '../server/people.ts';
import { expectToast } from './toasts.ts';

type Search = Readonly<Record<string, string | number>>;

/** What every screen of the phone app has: address, title, tabs, toasts. */
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

  /** Opens an address and waits until the previous screen has left and the new one is loaded. */
  async visit(path: string, search: Search = {}): Promise<void> {
    await this.page.evaluate(() => document.querySelector('main')?.setAttribute('data-left', ''));
    await this.open(path, search);
    await expect(this.page.locator('main[data-left]'), `the screen before ${path}`).toHaveCount(0);
    await expect(this.page.locator('[aria-busy=true]:not(button)'), `what ${path} loads`).toHaveCount(0);
  }

  /** Stores a session in the browser before the app starts, as an earlier login does. */
  async loginAs({ token }: Pick<Person, 'token'>): Promise<void> {
    await this.keep({ token });
  }

  /** Stores values in the browser before the app starts; once, so that the app may change them. */
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

  /** Chooses an option of a select. */
  async select(name: string, option: string): Promise<void> {
    await this.page.getByRole('button', { name: new RegExp(`^${name}: `) }).click();
    await this.page.getByRole('listbox', { name }).getByRole('option', { name: option, exact: true }).click();
  }

  readonly main = (): Locator => this.page.getByRole('main');

  /** The heading in the bar of the screen. */
  readonly title = (text: string | RegExp): Locator =>
    this.page.getByRole('heading', { level: 1, name: text });

  /** Taps one of the five tabs. */
  async tab(name: string | RegExp): Promise<void> {
    await this.page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name }).click();
  }

  /** Closes the start notice of the first visit. */
  async closeNotice(): Promise<void> {
    const notice = this.page.getByRole('dialog');
    await notice.getByRole('button', { name: 'Got it' }).click();
    await expect(notice).toBeHidden();
  }

  readonly expectToast = (text: string | RegExp): Promise<void> => expectToast(this.page, text);

  /** Holds back the next request of a call. Returns functions that wait for it and release it. */
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

  /** Refuses requests of a call, as the server does. */
  async refuse(call: string, error: string, message: string, type = 'error'): Promise<void> {
    const body = JSON.stringify({ type, code: 0, message, error });
    await this.page.route(`**/api/${call}*`, (route) =>
      route.fulfill({ contentType: 'application/json', body }),
    );
  }

  /** Lets requests of calls reach the server again. */
  readonly pass = (call: string): Promise<void> => this.page.unroute(`**/api/${call}*`);

  /** Logs a user in from another tab of this browser. */
  async otherTabLogsIn({ token }: Pick<Person, 'token'>): Promise<void> {
    await this.page.evaluate((kept) => {
      localStorage.setItem('token', kept);
      localStorage.removeItem('user');
      window.dispatchEvent(new StorageEvent('storage', { key: 'token' }));
    }, JSON.stringify(token));
  }

  /** Selects a language in another tab of this browser, and waits until the screen shows it. */
  async otherTabSelects(language: Lang): Promise<void> {
    const shown = this.page.evaluate(
      async ([kept, locale]) => {
        localStorage.setItem('language', kept);
        window.dispatchEvent(new StorageEvent('storage', { key: 'language' }));
        const isShown = (): boolean =>
          document.documentElement.lang === locale &&
          document.querySelector('[aria-busy=true]:not(button)') === null;
        const until = performance.now() + 10_000;
        // The frame after the change of the attribute is drawn too. Waiting here is cheaper than asking the page again and again.
        for (let frames = 0; frames < 2; frames = isShown() ? frames + 1 : 0) {
          if (performance.now() > until) return false;
          await new Promise((done) => requestAnimationFrame(done));
        }
        return true;
      },
      [JSON.stringify(language), localeOf(language)] as const,
    );
    expect(await shown, `texts in ${language} are shown`).toBe(true);
  }

  /** Waits for the address of a screen. */
  async expectAt(path: string): Promise<void> {
    await expect(this.page).toHaveURL(new RegExp(`#${path.replaceAll('/', '\\/')}(\\?|$)`));
  }

  /** Is true if a part of the screen looks different on wider phones: only then can it be tighter there. */
  hasBreakpoints(): Promise<boolean> {
    return this.page.evaluate(() => document.querySelector('[class*="max-["]') !== null);
  }

  /**
   * Elements that overflow the screen, or are cut off in a button, title, label or figure, at a text size; at the usual
   * size broken words and shortened texts as well.
   */
  misfits(text: '100%' | '200%'): Promise<string[]> {
    return this.page.evaluate((size) => {
      const root = document.documentElement;

      /** Elements that overflow the screen or are cut off. */
      const spilt = (): string[] => {
        const cut = [...document.querySelectorAll('h1, h2, label, button, [role=tab], dt, dd')].filter(
          // Visually hidden text is one pixel wide.
          (part) => part.clientWidth > 1 && part.scrollWidth > part.clientWidth + 1,
        );
        const named = cut.map((part) => `cut off: ${part.textContent}`);
        const reaches = (part: Element): boolean =>
          part.getBoundingClientRect().right > root.clientWidth + 0.5;
        const isClipped = (part: Element | null): boolean =>
          part !== null && (getComputedStyle(part).overflowX !== 'visible' || isClipped(part.parentElement));
        // The innermost part is named.
        const widest = (): string =>
          [...document.querySelectorAll('main *, header *')]
            .find((part) => reaches(part) && !isClipped(part) && ![...part.children].some(reaches))
            ?.parentElement?.textContent.slice(0, 60) ?? '';
        const wide = root.scrollWidth > root.clientWidth ? [`${root.scrollWidth} px wide: ${widest()}`] : [];
        return [...wide, ...named];
      };

      const range = document.createRange();
      const linesOf = (part: Text, at: number, length: number): number => {
        range.setStart(part, at);
        range.setEnd(part, at + length);
        return new Set([...range.getClientRects()].map(({ top }) => Math.round(top / 4))).size;
      };
      /** Words of the app that are broken in the middle. Text that may break anywhere, as addresses and codes, is left out. */
      const broken = (): string[] => {
        const found = new Set<string>();
        const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        while (texts.nextNode()) {
          const part = texts.currentNode;
          if (!(part instanceof Text)) continue;
          const words = [...part.data.matchAll(/(?<!\S)[\p{Script=Latin}\p{M}’]{3,}(?=[\s:.,;!?)]|$)/gu)];
          const parent = words.length > 0 ? part.parentElement : null;
          if (!parent?.checkVisibility() || getComputedStyle(parent).hyphens === 'auto') continue;
          for (const word of words)
            if (linesOf(part, word.index, word[0].length) > 1) found.add(`broken: ${word[0]}`);
        }
        return [...found];
      };

      /** Texts that end in an ellipsis. Excerpts may: of two lines and more, of a longer text that a tap opens. */
      const shortened = (): string[] =>
        [...document.querySelectorAll<HTMLElement>('header *, main *, nav *')]
          .filter((part) => {
            const isLonger = part.scrollWidth > part.clientWidth || part.scrollHeight > part.clientHeight + 1;
            // Visually hidden text is one pixel wide, such as the file input that a label stands for.
            if (!isLonger || part.clientWidth <= 1 || !part.checkVisibility()) return false;
            const { textOverflow, webkitLineClamp } = getComputedStyle(part);
            const isTitle = part.closest('h1, h2, h3, button, nav') !== null;
            return (
              (textOverflow === 'ellipsis' && part.scrollWidth > part.clientWidth) ||
              ((webkitLineClamp === '1' || (isTitle && webkitLineClamp !== 'none')) &&
                part.scrollHeight > part.clientHeight + 1)
            );
          })
          .map((part) => `shortened: ${part.textContent || part.outerHTML.slice(0, 80)}`);

      if (size === '100%') return [...spilt(), ...broken(), ...shortened()];
      root.style.fontSize = size;
      const found = spilt();
      root.style.fontSize = '';
      return found;
    }, text);
  }
}

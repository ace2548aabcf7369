import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';

declare global {
  interface Window {
    /** Texts of status elements since the last expected toast, oldest first. */
    statusLog?: string[];
  }
}

/** Records the texts of toasts from the first script of each page on. */
export async function recordToasts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const log: string[] = (window.statusLog = []);
    const last = new WeakMap<Element, string>();
    const record = (): void => {
      for (const status of document.querySelectorAll('[role=status]')) {
        const text = status.textContent;
        if (text !== '' && last.get(status) !== text) log.push(text);
        last.set(status, text);
      }
    };
    new MutationObserver(record).observe(document, { childList: true, characterData: true, subtree: true });
  });
}

/**
 * Waits for a toast; upper and lower case of a string do not matter. A toast is shown for 1.5 s, which a busy machine may
 * miss: those since the last expected one count too.
 */
export async function expectToast(page: Page, text: string | RegExp): Promise<void> {
  const find = (wanted: string | RegExp): boolean => {
    const fits = (shown: string): boolean =>
      typeof wanted === 'string' ? shown.toLowerCase().includes(wanted.toLowerCase()) : wanted.test(shown);
    const log = window.statusLog ?? [];
    const found = log.findIndex(fits);
    log.splice(0, found + 1);
    return (
      found !== -1 || [...document.querySelectorAll('[role=status]')].some((now) => fits(now.textContent))
    );
  };
  const shown = async (): Promise<void> => expect(await page.evaluate(find, text)).toBe(true);
  await expect(shown, `toast ${text.toString()}`).toPass({ timeout: 10_000, intervals: [100] });
}

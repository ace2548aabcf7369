import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { followOtherTabs } from './other-tabs.ts';
import { usePreferences } from './preferences.ts';
import { useSession } from './session.ts';
import { changeLanguage, texts, useText } from './text.ts';

const hello = texts({
  './locales/en.ts': () => Promise.resolve({ default: { hello: 'Hello' } }),
  './locales/fra.ts': () => Promise.resolve({ default: { hello: 'Bonjour' } }),
  './locales/kor.ts': () => Promise.resolve({ default: { hello: '안녕하세요' } }),
  './locales/jp.ts': () => Promise.reject(new Error('offline')),
});

function Greeting() {
  return <p>{useText(hello)('hello')}</p>;
}

/** What a browser does in this tab after another one has stored or removed values. */
function otherTab(values: Readonly<Record<string, unknown>>): void {
  for (const [key, value] of Object.entries(values)) {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
    window.dispatchEvent(new StorageEvent('storage', { key }));
  }
}

followOtherTabs();

afterEach(cleanup);

beforeEach(async () => {
  await hello.load('en');
  otherTab({ language: 'en', theme: 'light', red_up: null, token: null });
});

test('a language that another tab selects applies here once its texts are loaded', async () => {
  render(<Greeting />);
  otherTab({ language: 'fra' });
  await screen.findByText('Bonjour');
});

test('a language whose texts cannot be loaded changes nothing here', async () => {
  render(<Greeting />);
  otherTab({ language: 'jp' });
  // The same load, which has failed by then.
  await expect(hello.load('jp')).rejects.toThrow('offline');
  screen.getByText('Hello');
  expect(usePreferences.getState().language).toBe('en');
});

test('theme and colours of another tab apply here; values of other keys change nothing', () => {
  otherTab({ theme: 'dark', red_up: true });
  expect(usePreferences.getState()).toMatchObject({ theme: 'dark', redUp: true });
  const before = usePreferences.getState();
  otherTab({ ticket: 'closed' });
  expect(usePreferences.getState()).toBe(before);
});

test('another preference of the other tab does not take back the language that is selected here', async () => {
  let arrive = (): void => undefined;
  const korean = new Promise<unknown>((resolve) => {
    arrive = () => resolve({ default: { later: '나중에' } });
  });
  const later = texts({
    './locales/en.ts': () => Promise.resolve({ default: { later: 'Later' } }),
    './locales/kor.ts': () => korean,
  });
  await later.load('en');
  const selected = changeLanguage('kor');
  otherTab({ theme: 'dark' });
  arrive();
  await selected;
  expect(usePreferences.getState()).toMatchObject({ language: 'kor', theme: 'dark' });
});

test('a login and a logout of another tab apply here', () => {
  otherTab({ token: 'of-another-tab' });
  expect(useSession.getState().token).toBe('of-another-tab');
  otherTab({ token: null });
  expect(useSession.getState().token).toBeNull();
});

test('a storage that another tab has cleared ends the session here', () => {
  otherTab({ token: 'of-another-tab', theme: 'dark' });
  localStorage.clear();
  window.dispatchEvent(new StorageEvent('storage', { key: null }));
  expect(useSession.getState().token).toBeNull();
  expect(usePreferences.getState().theme).toBe('system');
});

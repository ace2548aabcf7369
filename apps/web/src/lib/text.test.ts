import { afterEach, expect, test } from 'vitest';
import { usePreferences } from './preferences.ts';
import { changeLanguage, texts } from './text.ts';

const first = usePreferences.getState();
afterEach(() => usePreferences.setState(first));

test('the language chosen last wins, however long another one takes to load', async () => {
  let arrive = (): void => undefined;
  const slow = new Promise<unknown>((resolve) => {
    arrive = () => resolve({ default: { hello: 'Bonjour' } });
  });
  const hello = texts({
    './locales/en.ts': () => Promise.resolve({ default: { hello: 'Hello' } }),
    './locales/fra.ts': () => slow,
    './locales/jp.ts': () => Promise.resolve({ default: { hello: 'こんにちは' } }),
  });
  await hello.load('en');
  const french = changeLanguage('fra');
  await changeLanguage('jp');
  arrive();
  await french;
  expect(usePreferences.getState().language).toBe('jp');
});

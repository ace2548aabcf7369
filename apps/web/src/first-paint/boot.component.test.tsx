import { LANGS } from '@karat/i18n';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { api } from '../lib/api.ts';
import { CallError } from '../lib/envelope.ts';
import { prefer } from '../lib/preferences.ts';
import { closeSession, openSession, useSession } from '../lib/session.ts';
import { storage } from '../lib/storage.ts';
import { boot } from './boot.ts';
import type { BootData } from './boot.ts';

const byLanguage = <Value,>(of: (lang: (typeof LANGS)[number]) => Value) =>
  Object.fromEntries(LANGS.map((lang) => [lang, of(lang)])) as Record<(typeof LANGS)[number], Value>;

const reads = [
  ['GET', 'menu', '', false],
  ['GET', 'portfolio/chart', 'range=24h', true],
  ['POST', 'wallet/list', '', true],
] as const;
const data: BootData = {
  screens: {
    '*': { views: { visitor: 0, user: 0, newcomer: 0 }, scripts: [], texts: {}, reads: [] },
    '/': {
      views: { visitor: 1, user: 2, newcomer: 3 },
      scripts: ['./assets/Home.js'],
      texts: byLanguage((lang) => [`./assets/home-${lang}.js`]),
      reads,
    },
  },
  pictures: [
    '<p>other</p>',
    '<h2 ⟦p0⟧>⟦t0⟧</h2>',
    '<p ⟦p0⟧>total</p>',
    '<p ⟦p0⟧>total</p><p>first steps</p>',
  ],
  parts: ['class="card"'],
  texts: byLanguage((lang) => [`Welcome ${lang}`]),
  shell: byLanguage((lang) => `./assets/shell-${lang}.js`),
  app: { entry: './assets/index.js', modules: [] },
};
/** Shows the first picture and loads what the screen needs. */
const begin = (): void => boot(data).forEach((task) => task());

/** Answers with the address and the session of each request. */
const answer = (address: string, init: RequestInit): Response =>
  Response.json({ type: 'ok', message: { address, token: new Headers(init.headers).get('authorization') } });

let asked: string[] = [];
let reply = answer;
beforeEach(() => {
  asked = [];
  reply = answer;
  vi.stubGlobal('fetch', (address: string, init: RequestInit) => {
    asked.push(`${init.method} ${address}`);
    return Promise.resolve().then(() => reply(address, init));
  });
  document.body.innerHTML = '<div id="root"></div>';
  prefer({ language: 'en' });
  closeSession();
  location.hash = '#/';
});
afterEach(() => {
  vi.unstubAllGlobals();
  delete window.earlyReplies;
  document.head.innerHTML = '';
});

const picture = (): string => document.getElementById('root')?.innerHTML ?? '';
const preloads = (): readonly (string | null)[] =>
  [...document.head.querySelectorAll('link[rel=modulepreload]')].map((link) => link.getAttribute('href'));

describe('the first picture', () => {
  test.each(LANGS)('speaks %s', (language) => {
    prefer({ language });
    const rest = boot(data);
    expect(picture()).toBe(`<h2 class="card">Welcome ${language}</h2>`);
    expect([preloads(), asked]).toEqual([[], []]);
    rest.forEach((task) => task());
    expect(preloads()).toEqual([
      `./assets/shell-${language}.js`,
      './assets/Home.js',
      `./assets/home-${language}.js`,
    ]);
  });

  test('is that of the session: first steps until they were dismissed by this user', () => {
    openSession('abc');
    begin();
    expect(picture()).toContain('first steps');
    storage.write('start_dismissed', 7);
    begin();
    expect(picture()).not.toContain('first steps');
    storage.write('user', { uid: 8 });
    begin();
    expect(picture()).toContain('first steps');
    storage.write('start_dismissed', null);
  });

  test('of a screen that has none is that of any screen, and nothing is read for it', () => {
    location.hash = '#/pages/common/faq?id=1';
    begin();
    expect(picture()).toBe('<p>other</p>');
    expect(asked).toEqual([]);
  });

  test('is not drawn in a browser that is too old', () => {
    document.documentElement.dataset['outdated'] = '';
    begin();
    delete document.documentElement.dataset['outdated'];
    expect(picture()).toBe('');
    expect(asked).toEqual([]);
  });
});

describe('the first reads', () => {
  test('are made once: the app takes the reply of the page, and later asks itself', async () => {
    openSession('abc');
    begin();
    const all = [
      'GET /api/menu?lang=en',
      'GET /api/portfolio/chart?range=24h&lang=en',
      'POST /api/wallet/list',
    ];
    expect(asked).toEqual(all);
    expect(await api.get('menu', {})).toEqual({ address: '/api/menu?lang=en', token: 'abc' });
    await api.get('portfolio/chart', { range: '24h' });
    await api.post('wallet/list', {});
    expect(asked).toEqual(all);
    await api.get('menu', {});
    expect(asked).toHaveLength(all.length + 1);
  });

  test('of a user are not made for a visitor', () => {
    begin();
    expect(asked).toEqual(['GET /api/menu?lang=en']);
  });

  test('are made again in another language, for another session and after half a minute', async () => {
    begin();
    prefer({ language: 'jp' });
    await api.get('menu', {});
    prefer({ language: 'en' });
    openSession('abc');
    expect(await api.get('menu', {})).toMatchObject({ token: 'abc' });
    closeSession();
    window.earlyReplies = {
      since: performance.now() - 30_001,
      replies: window.earlyReplies?.replies ?? new Map<never, never>(),
    };
    await api.get('menu', {});
    expect(asked).toEqual([
      'GET /api/menu?lang=en',
      'GET /api/menu?lang=jp',
      'GET /api/menu?lang=en',
      'GET /api/menu?lang=en',
    ]);
  });

  test('are made again if they failed, and are refused only then', async () => {
    reply = () => {
      throw new TypeError('failed to fetch');
    };
    begin();
    await Promise.resolve();
    reply = answer;
    expect(await api.get('menu', {})).toEqual({ address: '/api/menu?lang=en', token: null });
    expect(asked).toHaveLength(2);
  });

  test('report that the session has ended, as the reads of the app do', async () => {
    openSession('abc');
    reply = () => Response.json({ type: '999', message: 'Log in again', error: 'session_ended' });
    begin();
    await expect(api.get('menu', {})).rejects.toBeInstanceOf(CallError);
    expect(useSession.getState().token).toBeNull();
    expect(asked).toHaveLength(3);
  });
});

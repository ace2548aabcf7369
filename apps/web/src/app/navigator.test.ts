import { describe, expect, test } from 'vitest';
import { locationAt } from '../lib/location.ts';
import type { Path } from '../lib/paths.ts';
import type { Screen } from '../lib/screen.ts';
import { Navigator, PENDING_AFTER_MS } from './navigator.ts';
import type { Transition, Slide } from './navigator.ts';

const Home = () => null;
const Login = () => null;
const components = { '/': Home, '/pages/common/login': Login } as const;

const screens: readonly Screen[] = [
  { path: '/', load: () => Promise.resolve({ default: Home }), tab: 'home' },
  { path: '/pages/market/market', load: () => Promise.resolve({ default: Home }), tab: 'market' },
  { path: '/pages/common/login', load: () => Promise.resolve({ default: Login }) },
  { path: '/pages/otc/otc', load: () => Promise.resolve({ default: Home }), by: ['id'] },
];

/** A navigator whose history, clock and loader are controlled by the test. */
function start(present: readonly Path[] = ['/'], { slideLater = false } = {}) {
  const sliding: (() => boolean)[] = [];
  const history: string[] = [];
  const slides: Slide[] = [];
  const moves: Transition[] = [];
  const here = new Set<Path>(present);
  const loading = new Map<Path, { arrive: () => void; fail: (error: unknown) => void }>();
  let timers: (() => void)[] = [];
  const navigator = new Navigator(
    {
      push: (place) => history.push(`push ${place.address} ${place.index}`),
      replace: (place) => history.push(`replace ${place.address} ${place.index}`),
      after: (ms, action) => {
        expect(ms).toBe(PENDING_AFTER_MS);
        timers.push(action);
        return () => {
          timers = timers.filter((timer) => timer !== action);
        };
      },
      change: (slide, change, move) => {
        slides.push(slide);
        moves.push(move);
        if (slide !== 'none' && slideLater) sliding.push(change);
        else change();
      },
      loaded: ({ path }) =>
        here.has(path) ? (components[path as keyof typeof components] ?? Home) : undefined,
      load: ({ path }) =>
        new Promise((resolve, reject) => {
          loading.set(path, {
            arrive: () => resolve(components[path as keyof typeof components] ?? Home),
            fail: reject,
          });
        }),
    },
    (path) => screens.find((screen) => screen.path === path),
    locationAt('/', 0, 'start'),
  );
  navigator.start();
  slides.length = 0;
  moves.length = 0;
  const settle = async (): Promise<void> => {
    await Promise.resolve();
    await Promise.resolve();
    await Promise.resolve();
  };
  const arrive = async (path: Path): Promise<void> => {
    loading.get(path)?.arrive();
    await settle();
  };
  const fail = async (path: Path, error: unknown): Promise<void> => {
    loading.get(path)?.fail(error);
    await settle();
  };
  const late = (): void => {
    for (const timer of timers.splice(0)) timer();
  };
  const seen = (): string => `${navigator.view().place.address} ${navigator.view().shown.kind}`;
  /** Runs the pending view transition. */
  const slide = (): readonly boolean[] => sliding.splice(0).map((draw) => draw());
  return { navigator, history, slides, moves, arrive, fail, late, slide, seen, timers: () => timers.length };
}

describe('navigator', () => {
  test('shows a loaded screen at once, with a forward transition', () => {
    const { navigator, seen, slides, history } = start(['/', '/pages/common/login']);
    navigator.push('/pages/common/login?to=%2F');
    expect(seen()).toBe('/pages/common/login?to=%2F ready');
    expect(navigator.view().place.search.get('to')).toBe('/');
    expect([slides, history]).toEqual([['forward'], ['push /pages/common/login?to=%2F 1']]);
  });

  test('keeps the old screen while a fast screen loads, without a skeleton', async () => {
    const { navigator, seen, slides, arrive, timers } = start();
    navigator.push('/pages/common/login');
    expect(seen()).toBe('/ ready');
    await arrive('/pages/common/login');
    expect(seen()).toBe('/pages/common/login ready');
    expect([slides, timers()]).toEqual([['forward'], 0]);
  });

  test('shows the skeleton of a slow screen after 200 ms, with only one transition', async () => {
    const { navigator, seen, slides, arrive, late } = start();
    navigator.push('/pages/common/login');
    late();
    expect(seen()).toBe('/pages/common/login pending');
    await arrive('/pages/common/login');
    expect(seen()).toBe('/pages/common/login ready');
    expect(slides).toEqual(['forward', 'none']);
  });

  test('does not let a late skeleton transition cover the screen that has loaded since', async () => {
    const { navigator, seen, arrive, late, slide } = start(['/'], { slideLater: true });
    navigator.push('/pages/common/login');
    late();
    await arrive('/pages/common/login');
    expect(seen()).toBe('/pages/common/login ready');
    expect(slide()).toEqual([false]);
    expect(seen()).toBe('/pages/common/login ready');
  });

  test('does not let a late screen transition cover a newer screen', () => {
    const { navigator, seen, slide } = start(['/', '/pages/common/login', '/pages/market/market'], {
      slideLater: true,
    });
    navigator.push('/pages/common/login');
    navigator.push('/pages/market/market');
    slide();
    expect(seen()).toBe('/pages/market/market ready');
  });

  test('shows an error when a screen fails to load', async () => {
    const { navigator, seen, fail } = start();
    navigator.push('/pages/common/login');
    await fail('/pages/common/login', new Error('lost'));
    expect(seen()).toBe('/pages/common/login failed');
  });

  test('drops a screen that loads after the user has navigated elsewhere', async () => {
    const { navigator, seen, arrive, late } = start();
    navigator.push('/pages/common/login');
    navigator.moved('/', { index: 0, key: 'start' });
    await arrive('/pages/common/login');
    late();
    expect(seen()).toBe('/ ready');
  });

  test('has no transition between tabs or when only parameters change', () => {
    const { navigator, slides } = start(['/', '/pages/market/market', '/pages/common/login']);
    navigator.push('/pages/market/market');
    navigator.push('/pages/market/market?sort=up');
    navigator.push('/pages/common/login');
    expect(slides).toEqual(['none', 'none', 'forward']);
  });

  test('treats another screen of the same path as new, and other parameters as the same screen', () => {
    const { navigator, slides, moves } = start(['/', '/pages/otc/otc']);
    navigator.push('/pages/otc/otc');
    navigator.replace('/pages/otc/otc?id=7');
    navigator.replace('/pages/otc/otc?id=7&tab=steps');
    expect(slides).toEqual(['forward', 'forward', 'none']);
    expect(moves.map(({ same }) => same)).toEqual([false, false, true]);
  });

  test('transitions backwards when going back', () => {
    const { navigator, slides } = start(['/', '/pages/common/login']);
    navigator.push('/pages/common/login');
    navigator.moved('/', { index: 0, key: 'start' });
    expect(slides).toEqual(['forward', 'back']);
    expect(navigator.heading.index).toBe(0);
  });

  test('adds a typed address to the history', () => {
    const { navigator, history, seen } = start(['/', '/pages/common/login']);
    navigator.moved('/pages/common/login', null);
    expect(history).toEqual(['replace /pages/common/login 1']);
    expect(seen()).toBe('/pages/common/login ready');
  });

  test('shows that an unknown address does not exist', () => {
    const { navigator, seen } = start();
    navigator.push('/pages/nowhere');
    expect(seen()).toBe('/pages/nowhere missing');
  });
});

import { PATHS } from '../lib/paths.ts';
import type { Path } from '../lib/paths.ts';
import type { Screen } from '../lib/screen.ts';

const features = import.meta.glob<{ readonly screens: readonly Screen[] }>('../features/*/routes.ts', {
  eager: true,
});

/** Addresses that share the screen of another. */
const ALIASES: Readonly<Partial<Record<Path, Path>>> = { '/pages/index/index': '/' };

function screenOf(path: Path, built: ReadonlyMap<Path, Screen>): Screen {
  const found = built.get(ALIASES[path] ?? path);
  if (!found) throw new Error(`${path} has no screen`);
  return { ...found, path };
}

/** The screens of all addresses. Throws if an address has none or two. */
export function allScreens(): readonly Screen[] {
  const built = new Map<Path, Screen>();
  for (const [file, { screens }] of Object.entries(features)) {
    for (const screen of screens) {
      if (built.has(screen.path)) throw new Error(`${screen.path} has two screens, one of them in ${file}`);
      built.set(screen.path, screen);
    }
  }
  return PATHS.map((path) => screenOf(path, built));
}

import type { ComponentType } from 'react';
import type { Path } from './paths.ts';
import type { Messages, Texts } from './text.ts';

/** A screen of a feature, as listed in its `routes.ts`. */
export interface Screen {
  readonly path: Path;
  /** Lazy import: `() => import('./Login.tsx')`; the screen is its default export. */
  readonly load: () => Promise<{ readonly default: ComponentType }>;
  /** Texts of the screen, loaded in parallel. */
  readonly texts?: readonly Texts<Messages>[];
  /** Parameters of the address that select another screen, for example the form, the list or one item. */
  readonly by?: readonly string[];
  /** Requires a login. */
  readonly protect?: boolean;
  /** One of the five tabs, or a sub-screen with the tab bar. */
  readonly tab?: Tab;
  /** Uses the whole width from 1024 px. */
  readonly wide?: boolean;
  /** Kind of skeleton while the screen loads. */
  readonly skeleton?: 'list' | 'form' | 'article' | 'trade';
}

export const TABS = ['home', 'market', 'trade', 'finance', 'assets'] as const;
export type Tab = (typeof TABS)[number];

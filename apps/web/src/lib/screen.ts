import type { ComponentType } from 'react';
import type { Path } from './paths.ts';
import type { Messages, Texts } from './text.ts';

/** A screen of a feature, as `routes.ts` of the feature lists it. */
export interface Screen {
  readonly path: Path;
  /** Loaded when first needed: `() => import('./Login.tsx')`, the screen being its default export. */
  readonly load: () => Promise<{ readonly default: ComponentType }>;
  /** The texts that the screen needs; they are loaded side by side with it. */
  readonly texts?: readonly Texts<Messages>[];
  /** Parameters of the address that make it another screen: the form, the list and one of it, for example. */
  readonly by?: readonly string[];
  /** Only for people who are logged in. */
  readonly protect?: boolean;
  /** One of the five tabs, or a sub-screen that keeps the tab bar. */
  readonly tab?: Tab;
  /** Uses the whole width from 1024 px. */
  readonly wide?: boolean;
  /** What the grey shapes look like while the screen is loading. */
  readonly skeleton?: 'list' | 'form' | 'article' | 'trade';
}

export const TABS = ['home', 'market', 'trade', 'finance', 'assets'] as const;
export type Tab = (typeof TABS)[number];

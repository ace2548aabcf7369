import type { ComponentType } from 'react';
import { locationAt } from '../lib/location.ts';
import type { Location } from '../lib/location.ts';
import type { Screen } from '../lib/screen.ts';

/** Screens that load within this time show no skeleton. */
export const PENDING_AFTER_MS = 200;

export type VisibleScreen =
  | { readonly kind: 'ready'; readonly Component: ComponentType }
  | { readonly kind: 'pending' }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'missing' };

/** The view on screen and its location. */
export interface View {
  readonly place: Location;
  readonly screen: Screen | undefined;
  readonly shown: VisibleScreen;
}

export type Slide = 'forward' | 'back' | 'none';

/** A move within the history. */
export interface Transition {
  readonly from: Location;
  readonly to: Location;
  /** Number of entries; 0 when the entry was replaced. */
  readonly steps: number;
  /** The same screen with other parameters. */
  readonly same: boolean;
}

/** The browser's history and view transitions. */
export interface NavigatorDeps {
  readonly push: (place: Location) => void;
  readonly replace: (place: Location) => void;
  readonly after: (ms: number, action: () => void) => () => void;
  /** Calls `change` once, at once or when the transition starts; it returns false if a later view was drawn first. */
  readonly change: (slide: Slide, change: () => boolean, move: Transition) => void;
  /** Loads what a screen needs before it renders. */
  readonly load: (screen: Screen) => Promise<ComponentType>;
  /** Returns the loaded screen, or undefined. */
  readonly loaded: (screen: Screen) => ComponentType | undefined;
}

/** Identifies a screen: its path and the parameters that select another screen. */
export const identityOf = ({ path, search }: Location, screen: Screen | undefined): string =>
  [path, ...(screen?.by ?? []).map((name) => search.get(name) ?? '')].join(' ');

/** Returns the direction of the transition; none between tabs and when only parameters change. */
export function slideDirection(from: View, to: Location, screen: Screen | undefined, steps: number): Slide {
  if (identityOf(from.place, from.screen) === identityOf(to, screen)) return 'none';
  if (from.screen?.tab && screen?.tab) return 'none';
  return steps < 0 ? 'back' : 'forward';
}

/** Navigates between screens: the old one stays until the new one or, after 200 ms, its skeleton is drawn. */
export class Navigator {
  readonly #around: NavigatorDeps;
  readonly #screenAt: (path: string) => Screen | undefined;
  readonly #watchers = new Set<() => void>();
  #view: View;
  /** Location in the history; ahead of the view while a screen loads. */
  #heading: Location;
  #turn = 0;
  /** Sequence numbers of views; a view that is drawn late must not cover a later one. */
  #pictures = 0;
  #drawn = 0;
  #keys = 0;
  readonly #born: string;

  /** `start` is the first location; its key is new for every page load and prefixes all others. */
  constructor(around: NavigatorDeps, screenAt: (path: string) => Screen | undefined, start: Location) {
    this.#born = start.key;
    this.#around = around;
    this.#screenAt = screenAt;
    this.#heading = start;
    this.#view = { place: start, screen: screenAt(start.path), shown: { kind: 'pending' } };
  }

  readonly view = (): View => this.#view;

  readonly subscribe = (onChange: () => void): (() => void) => {
    this.#watchers.add(onChange);
    return () => this.#watchers.delete(onChange);
  };

  get heading(): Location {
    return this.#heading;
  }

  start(): void {
    this.#show(this.#heading, 0);
  }

  push(address: string): void {
    const place = locationAt(address, this.#heading.index + 1, this.#key());
    this.#around.push(place);
    this.#show(place, 1);
  }

  replace(address: string): void {
    const place = locationAt(address, this.#heading.index, this.#key());
    this.#around.replace(place);
    this.#show(place, 0);
  }

  /** Handles back, forward and typed addresses. */
  moved(address: string, known: { readonly index: number; readonly key: string } | null): void {
    const place = locationAt(address, known?.index ?? this.#heading.index + 1, known?.key ?? this.#key());
    if (!known) this.#around.replace(place);
    this.#show(place, place.index - this.#heading.index);
  }

  #key(): string {
    this.#keys += 1;
    return `${this.#born}-${this.#keys}`;
  }

  #show(place: Location, steps: number): void {
    this.#turn += 1;
    const turn = this.#turn;
    this.#heading = place;
    const screen = this.#screenAt(place.path);
    const slide = slideDirection(this.#view, place, screen, steps);
    const commit = (shown: VisibleScreen, how: Slide): void => {
      if (turn === this.#turn) this.#commit({ place, screen, shown }, how, steps);
    };
    if (!screen) return commit({ kind: 'missing' }, slide);
    const ready = this.#around.loaded(screen);
    if (ready) return commit({ kind: 'ready', Component: ready }, slide);
    this.#wait(screen, slide, commit);
  }

  #wait(screen: Screen, slide: Slide, commit: (shown: VisibleScreen, how: Slide) => void): void {
    let left = slide;
    const stop = this.#around.after(PENDING_AFTER_MS, () => {
      left = 'none';
      commit({ kind: 'pending' }, slide);
    });
    this.#around
      .load(screen)
      .then(
        (Component) => commit({ kind: 'ready', Component }, left),
        (error: unknown) => commit({ kind: 'failed', error }, left),
      )
      .finally(stop);
  }

  #commit(view: View, slide: Slide, steps: number): void {
    const { place: from, screen } = this.#view;
    const to = view.place;
    const same = identityOf(from, screen) === identityOf(to, view.screen);
    this.#pictures += 1;
    const picture = this.#pictures;
    this.#around.change(
      slide,
      () => {
        if (picture < this.#drawn) return false;
        this.#drawn = picture;
        this.#view = view;
        for (const watcher of this.#watchers) watcher();
        return true;
      },
      { from, to, steps, same },
    );
  }
}

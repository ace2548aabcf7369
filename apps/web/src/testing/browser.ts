import { vi } from 'vitest';
import { FakeSocket } from '@karat/fake-server';

/** What the app uses of a browser and jsdom does not have. */

const matchMedia = (query: string): MediaQueryList =>
  Object.assign(new EventTarget(), {
    matches: false,
    media: query,
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
  });

class NoIntersection implements IntersectionObserver {
  readonly root = null;
  readonly rootMargin = '';
  readonly scrollMargin = '';
  readonly thresholds = [];
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
  takeRecords(): IntersectionObserverEntry[] {
    return [];
  }
}

class NoResize implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

function openDialog(this: HTMLDialogElement): void {
  this.open = true;
}

function closeDialog(this: HTMLDialogElement): void {
  if (!this.open) return;
  this.open = false;
  // Browsers queue the event: by then the dialog may be open again.
  setTimeout(() => this.dispatchEvent(new Event('close')));
}

/** Fills the gaps and puts the fake socket in the place of `WebSocket`. */
export function installBrowser(): void {
  vi.stubGlobal('matchMedia', matchMedia);
  vi.stubGlobal('ResizeObserver', NoResize);
  vi.stubGlobal('IntersectionObserver', NoIntersection);
  vi.stubGlobal('WebSocket', FakeSocket);
  vi.stubGlobal('scrollTo', () => undefined);
  Object.assign(HTMLDialogElement.prototype, { showModal: openDialog, close: closeDialog });
  Object.assign(HTMLElement.prototype, { showPopover: () => undefined, hidePopover: () => undefined });
  Object.assign(Element.prototype, { scrollIntoView: () => undefined });
}

installBrowser();

import { vi } from 'vitest';

/** What antd uses of a browser and jsdom does not have. */
const matchMedia = (query: string): MediaQueryList =>
  Object.assign(new EventTarget(), {
    matches: query.includes('min-width'),
    media: query,
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
  });

class NoResize implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

const computedStyle = window.getComputedStyle.bind(window);

vi.stubGlobal('matchMedia', matchMedia);
vi.stubGlobal('ResizeObserver', NoResize);
vi.stubGlobal('scrollTo', () => undefined);
// jsdom knows no pseudo-elements and warns for each.
vi.stubGlobal('getComputedStyle', (element: Element) => computedStyle(element));
Object.assign(Element.prototype, { scrollIntoView: () => undefined });

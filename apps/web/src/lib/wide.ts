import { useSyncExternalStore } from 'react';

/** As `--breakpoint-wide` of the theme. */
const wide = globalThis.matchMedia?.('(width >= 1024px)');

const watch = (onChange: () => void): (() => void) => {
  wide?.addEventListener('change', onChange);
  return () => wide?.removeEventListener('change', onChange);
};

/** Whether the screen fits chart, book and ticket side by side. */
export const useWide = (): boolean => useSyncExternalStore(watch, () => wide?.matches ?? false);

import { createContext, use } from 'react';

/** Location of the app: an address after the `#` of the page. */
export interface Location {
  /** Path and parameters: `/pages/common/article?id=7`. */
  readonly address: string;
  readonly path: string;
  readonly search: URLSearchParams;
  /** Number of screens before it in this visit. */
  readonly index: number;
  /** Distinguishes two visits of the same address. */
  readonly key: string;
}

export function locationAt(address: string, index: number, key: string): Location {
  const [path = '/', query = ''] = address.split('?', 2);
  return { address, path, search: new URLSearchParams(query), index, key };
}

/** The location of the visible screen; while a new screen loads, the old one. */
export const LocationContext = createContext<Location>(locationAt('/', 0, ''));

export const useLocation = (): Location => use(LocationContext);

import { createContext, use } from 'react';

/** Where the app is: an address after the `#` of the page. */
export interface Location {
  /** Path and parameters: `/pages/common/article?id=7`. */
  readonly address: string;
  readonly path: string;
  readonly search: URLSearchParams;
  /** How many screens of this visit lie before it. */
  readonly index: number;
  /** Tells two visits of the same address apart. */
  readonly key: string;
}

/** Reads an address. */
export function locationAt(address: string, index: number, key: string): Location {
  const [path = '/', query = ''] = address.split('?', 2);
  return { address, path, search: new URLSearchParams(query), index, key };
}

/** The place whose screen is shown; while a new screen is loading, still the old one. */
export const LocationContext = createContext<Location>(locationAt('/', 0, ''));

export const useLocation = (): Location => use(LocationContext);

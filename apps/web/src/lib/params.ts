import { useLocation } from './location.ts';

/** A parameter of the address (`?id=7`); undefined if absent. */
export const useParam = (name: string): string | undefined => useLocation().search.get(name) || undefined;

/** A parameter that is an id: a positive integer. */
export function useIdParam(name: string): number | undefined {
  const text = useParam(name);
  return text !== undefined && /^[1-9][0-9]{0,15}$/.test(text) ? Number(text) : undefined;
}

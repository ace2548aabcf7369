import { useSearch } from '@tanstack/react-router';

/** A parameter of the address (`?id=7`), undefined if it is not there. */
export function useParam(name: string): string | undefined {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const value = search[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** A parameter that is an id: a positive whole number. */
export function useIdParam(name: string): number | undefined {
  const text = useParam(name);
  return text !== undefined && /^[1-9][0-9]{0,15}$/.test(text) ? Number(text) : undefined;
}

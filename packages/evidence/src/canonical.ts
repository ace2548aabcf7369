/** Values of canonical JSON: no fractions and no exponents, so that every language writes the same bytes. */
export type Canonical =
  | string
  | number
  | boolean
  | null
  | readonly Canonical[]
  | { readonly [key: string]: Canonical };

/**
 * The canonical text of a value, after RFC 8785: no white space, keys sorted by UTF-16 code units, strings escaped as
 * JSON does. Numbers are safe integers only (amounts travel as text); throws RangeError for anything else and for lone
 * surrogates.
 */
export function canonicalJson(value: Canonical): string {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') {
    if (!value.isWellFormed()) throw new RangeError('a lone surrogate has no canonical form');
    return JSON.stringify(value);
  }
  if (typeof value === 'number') {
    if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is not a whole number`);
    return String(value === 0 ? 0 : value);
  }
  if (isList(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const parts = Object.keys(value)
    .toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
    .map((key) => `${canonicalJson(key)}:${canonicalJson(value[key] ?? null)}`);
  return `{${parts.join(',')}}`;
}

const isList = (value: readonly Canonical[] | object): value is readonly Canonical[] => Array.isArray(value);

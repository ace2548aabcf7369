import { formatNumber } from '../../../lib/format.ts';

const PLAIN = /^-?\d+(?:\.(\d{1,10}))?$/;

/** A number as the chart writes it, in the manner of the language with as many decimals; anything else stays as it is. */
export function numberText(value: string | number, locale: string): string {
  const text = String(value);
  const plain = PLAIN.exec(text);
  return plain ? formatNumber(text, { kind: 'fixed', decimals: plain[1]?.length ?? 0 }, locale) : text;
}

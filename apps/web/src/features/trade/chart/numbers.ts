import { formatNumber } from '../../../lib/format.ts';

const PLAIN = /^-?\d+(?:\.(\d{1,10}))?$/;

/** Formats a number of the chart for the locale with its decimals; anything else stays unchanged. */
export function numberText(value: string | number, locale: string): string {
  const text = String(value);
  const plain = PLAIN.exec(text);
  return plain ? formatNumber(text, { kind: 'fixed', decimals: plain[1]?.length ?? 0 }, locale) : text;
}

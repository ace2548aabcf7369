import { typed } from '../../../lib/typed.ts';

/**
 * What was typed or pasted, with a point for the decimals. Where the language writes a decimal comma, points before it
 * group thousands; elsewhere commas do.
 */
export function pointed(text: string, locale: string): string {
  const decimalComma = typed(',', locale) === '.';
  if (!decimalComma) return text.replaceAll(',', '');
  return text.includes(',') ? text.replaceAll('.', '').replace(',', '.') : text;
}

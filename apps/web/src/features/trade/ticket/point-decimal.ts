import { parseDecimal } from '../../../lib/parse-decimal.ts';

/**
 * Normalises typed or pasted text to a decimal point. Where the language writes a decimal comma, points before it
 * group thousands; elsewhere commas do.
 */
export function toPointDecimal(text: string, locale: string): string {
  const decimalComma = parseDecimal(',', locale) === '.';
  if (!decimalComma) return text.replaceAll(',', '');
  return text.includes(',') ? text.replaceAll('.', '').replace(',', '.') : text;
}

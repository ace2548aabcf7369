/**
 * Decimal text as a person typed it, made plain. Where the language writes a decimal comma, a comma is the point; elsewhere
 * it stays and is refused, so that "1,000" is never taken for one.
 */
export function parseDecimal(text: string, locale: string): string {
  const trimmed = text.trim();
  return hasDecimalComma(locale) ? trimmed.replace(',', '.') : trimmed;
}

const hasDecimalComma = (locale: string): boolean =>
  new Intl.NumberFormat(locale)
    .formatToParts(1.5)
    .some((part) => part.type === 'decimal' && part.value === ',');

import { separatorsOf } from '@karat/i18n';

const PLAIN = /^[0-9]*\.?[0-9]*$/;
const escaped = (text: string): string => text.replace('.', '\\.');

/** Whether the text consists of digits with at most one point. */
export const isPlainDecimal = (text: string): boolean => PLAIN.test(text) && /[0-9]/.test(text);

/**
 * Returns an amount that a person typed or pasted as plain decimal text. Groups of three digits may be separated as the
 * language does, or by spaces; a point is a decimal point unless it groups. Other text is returned unchanged, and is refused
 * as no amount: "1,5" is not 15.
 */
export function parseDecimal(text: string, locale: string): string {
  const trimmed = text.trim();
  const { decimal, group } = separatorsOf(locale);
  const compact = trimmed.replace(/(?<=[0-9])[\s'’](?=[0-9]{3}(?![0-9]))/gu, '');
  const grouped = new RegExp(
    `^[1-9][0-9]{0,2}(${escaped(group)}[0-9]{3})+(${escaped(decimal)}[0-9]*)?$`,
    'u',
  );
  const joined = grouped.test(compact) ? compact.replaceAll(group, '') : compact;
  const plain = decimal === '.' ? joined : joined.replace(decimal, '.');
  if (!isPlainDecimal(plain)) return trimmed;
  const [whole = '', fraction = ''] = plain.split('.');
  return fraction === '' ? whole || '0' : `${whole || '0'}.${fraction}`;
}

/** Returns plain decimal text with the decimal separator of the language, without groups, for an input. */
export const decimalInputText = (plain: string, locale: string): string =>
  isPlainDecimal(plain) ? plain.replace('.', separatorsOf(locale).decimal) : plain;

/** How a language writes a number. */
export interface Separators {
  readonly decimal: string;
  readonly group: string;
  /** Numbers with fewer digits before the decimal separator are not grouped. */
  readonly groupedDigits: number;
}

const POINT: Separators = { decimal: '.', group: ',', groupedDigits: 4 };

/**
 * The app's locales. The first `Intl.NumberFormat` of a page costs 25 ms, on a phone 100 ms, in the middle of its first
 * picture; these few signs do not need it. A test compares them with Intl.
 */
const KNOWN: ReadonlyMap<string, Separators> = new Map([
  ['en', POINT],
  ['zh-HK', POINT],
  ['zh-CN', POINT],
  ['th', POINT],
  ['ja', POINT],
  ['ko', POINT],
  ['fr', { decimal: ',', group: '\u202f', groupedDigits: 4 }],
  ['es', { decimal: ',', group: '.', groupedDigits: 5 }],
  ['vi', { decimal: ',', group: '.', groupedDigits: 4 }],
]);

/** Returns the separators of a locale of the app; any other is written with a point. */
export const separatorsOf = (locale: string): Separators => KNOWN.get(locale) ?? POINT;

/** Decimal places of a written number: at least, and at most, where it is rounded half away from zero. */
export interface Places {
  readonly min: number;
  readonly max: number;
}

const THREES = /\B(?=(?:[0-9]{3})+$)/g;

/** Returns plain decimal text (`-1234.5`) as a locale writes it, as exactly as `places` allow. */
export function writeDecimal(text: string, { min, max }: Places, locale: string): string {
  const { decimal, group, groupedDigits } = separatorsOf(locale);
  const negative = text.startsWith('-');
  const [integer = '', decimals = ''] = (negative ? text.slice(1) : text).split('.');
  const cut = `${integer}${decimals.slice(0, max).padEnd(max, '0')}`;
  const up = decimals.charAt(max) >= '5';
  const digits = (up ? String(BigInt(cut) + 1n) : cut).padStart(max + 1, '0');
  const whole = digits.slice(0, digits.length - max);
  let end = max;
  while (end > min && digits.charAt(whole.length + end - 1) === '0') end--;
  const fraction = digits.slice(whole.length, whole.length + end);
  const grouped = whole.length < groupedDigits ? whole : whole.replace(THREES, group);
  return `${negative ? '-' : ''}${grouped}${fraction === '' ? '' : decimal}${fraction}`;
}

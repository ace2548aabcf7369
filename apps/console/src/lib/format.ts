const two = (part: number): string => String(part).padStart(2, '0');

/** A time in UTC with fixed positions, so that a column can be compared; a dash for none. */
export function moment(ms: number | null | undefined): string {
  if (ms === null || ms === undefined) return '–';
  const at = new Date(ms);
  const day = `${at.getUTCFullYear()}-${two(at.getUTCMonth() + 1)}-${two(at.getUTCDate())}`;
  return `${day} ${two(at.getUTCHours())}:${two(at.getUTCMinutes())}:${two(at.getUTCSeconds())}`;
}

const STEPS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
] as const;

/** A duration in its largest whole unit. */
export function age(sinceMs: number, nowMs: number): string {
  const passed = Math.max(0, nowMs - sinceMs);
  const [unit, size] = STEPS.find(([, each]) => passed >= each) ?? ['s', 1_000];
  return `${Math.floor(passed / size)} ${unit}`;
}

/** Groups thousands; no digit is dropped or rounded. */
export function grouped(decimal: string): string {
  const [, sign = '', whole = '', rest = ''] = /^([-+]?)(\d+)(\.\d+)?$/.exec(decimal) ?? [];
  return whole === '' ? decimal : `${sign}${whole.replace(/\B(?=(\d{3})+$)/g, ',')}${rest}`;
}

/** A sum for an overview: thousands grouped, from 1,000 on without decimals, below with two at most; digits are cut, not rounded. */
export const overview = (decimal: string): string =>
  grouped(/^-?\d{4}/.test(decimal) ? decimal.replace(/\..*$/, '') : decimal.replace(/(\.\d\d)\d+$/, '$1'));

const compactly = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });
/** A number of an axis: `1.5M`. */
export const compact = (value: number): string => compactly.format(value);

/** Moves the point of a plain decimal; no digit is dropped or rounded. Anything else stays as it is. */
function shifted(decimal: string, places: number): string {
  const [, sign = '', whole = '', rest = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(decimal) ?? [];
  if (whole === '') return decimal;
  const digits = `${'0'.repeat(Math.max(0, -places))}${whole}${rest}${'0'.repeat(Math.max(0, places))}`;
  const point = digits.length - rest.length - Math.max(0, places) + places;
  const left = digits.slice(0, point).replace(/^0+(?=\d)/, '');
  const right = digits.slice(point).replace(/0+$/, '');
  return `${sign}${left}${right === '' ? '' : `.${right}`}`;
}

/** A rate in percent: `0.001` is `0.1`. */
export const percentOfRate = (rate: string): string => shifted(rate, 2);

/** A rate from its percent: `0.1` is `0.001`. */
export const rateOfPercent = (percent: string): string => shifted(percent, -2);

/** A wire name in words: `new_payee` is new payee. */
export const words = (name: string): string => name.replaceAll('_', ' ');

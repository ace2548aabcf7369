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

/** A wire name in words: `new_payee` is new payee. */
export const words = (name: string): string => name.replaceAll('_', ' ');

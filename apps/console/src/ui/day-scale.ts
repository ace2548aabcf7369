import { DAY_MS } from '../lib/utc.ts';

/** Round steps of an axis. */
const STEPS = [1, 2, 3, 4, 5, 6, 8, 10];

/** The smallest round number that is not below a value, for the top of an axis; 1 for zero. */
export function axisTop(value: number): number {
  if (value <= 0) return 1;
  const unit = 10 ** Math.floor(Math.log10(value));
  return unit * (STEPS.find((step) => step * unit >= value) ?? 10);
}

/** Slot of a day `YYYY-MM-DD` among the days of a period that ends with the last one; negative before it. */
export const slotOf = (day: string, last: string, length: number): number =>
  length - 1 - Math.round((Date.parse(last) - Date.parse(day)) / DAY_MS);

/** The day of a slot, `MM-DD`. */
export const labelOf = (slot: number, last: string, length: number): string =>
  new Date(Date.parse(last) - (length - 1 - slot) * DAY_MS).toISOString().slice(5, 10);

import { change } from '@karat/domains/operators';
import type { Change, Payload, Present } from '@karat/domains/operators';
import { format, percentFromRate } from '@karat/money';
import type { Amount, Rate } from '@karat/money';
import { readCurrencies, readDurations, readRegions } from './terms-store.ts';
import type { Currency, Duration } from './types.ts';

const onOff = (enabled: boolean | undefined): string | null =>
  enabled === undefined ? null : enabled ? 'offered' : 'not offered';
const text = (value: Amount | undefined): string | null => (value === undefined ? null : format(value));
/** A ratio as percent: 0.85 is "85 %". */
const percent = (ratio: Rate | undefined): string | null =>
  ratio === undefined ? null : `${format(percentFromRate(ratio))} %`;

const durationChanges = (before: Omit<Duration, 'id'> | undefined, after: Omit<Duration, 'id'>): Change[] => [
  change('Offered', onOff(before?.enabled), onOff(after.enabled)),
  change('Profit', percent(before?.ratio), percent(after.ratio)),
  change('Smallest stake', text(before?.minStake), text(after.minStake)),
  change('Largest stake', text(before?.maxStake), text(after.maxStake)),
];

/** A duration with its terms before and after. */
export const presentDuration =
  (read: (payload: Payload) => Omit<Duration, 'id'>): Present =>
  async (db, payload) => {
    const after = read(payload);
    const before = (await readDurations(db)).find(({ seconds }) => seconds === after.seconds);
    return {
      title: 'Change an option duration',
      subject: `${after.seconds} s`,
      changes: durationChanges(before, after),
    };
  };

/** A currency of stakes with its limits before and after. */
export const presentCurrency =
  (read: (payload: Payload) => Currency): Present =>
  async (db, payload) => {
    const after = read(payload);
    const before = (await readCurrencies(db)).find(({ currencyId }) => currencyId === after.currencyId);
    return {
      title: 'Change the terms of stakes',
      subject: `Currency ${after.currencyId}`,
      changes: [
        change('Offered', onOff(before?.enabled), onOff(after.enabled)),
        change('Smallest stake', text(before?.minStake), text(after.minStake)),
        change('Largest stake', text(before?.maxStake), text(after.maxStake)),
        change('Open stakes of a user', text(before?.userMax), text(after.userMax)),
        change('Stakes on one expiry', text(before?.windowMax), text(after.windowMax)),
        change('Owed by the pool', text(before?.poolMax), text(after.poolMax)),
      ],
    };
  };

/** Regions without options before and after. */
export const presentRegions =
  (read: (payload: Payload) => readonly string[]): Present =>
  async (db, payload) => {
    const names = (regions: readonly string[]): string => regions.toSorted().join(', ') || 'none';
    return {
      title: 'Change the regions without options',
      subject: 'Options',
      changes: [change('Regions', names(await readRegions(db)), names(read(payload)))],
    };
  };

import type { Context } from '@karat/platform/context';
import type { Instruments } from './instruments.ts';
import { readMarkets, readVersions } from './store.ts';
import { marketChanged } from './topics.ts';

const POLL_MS = 1_000;

/** Follows the rows of the instruments: markets that another process lists or changes. */
export interface RowWatcher {
  /** Reads the rows once, if they differ from memory. */
  refresh(): Promise<void>;
  /** Reads them every second from now on; returns a function that stops after the read in progress. */
  start(): () => Promise<void>;
}

export function createRowWatcher(
  { db, bus, clock, log }: Pick<Context, 'db' | 'bus' | 'clock' | 'log'>,
  instruments: Instruments,
): RowWatcher {
  const refresh = async (): Promise<void> => {
    const { count, versions } = await readVersions(db);
    const known = instruments.all();
    if (count === known.length && versions === known.reduce((total, { version }) => total + version, 0))
      return;
    for (const market of await readMarkets(db)) {
      // A change of this process may have reached memory since the rows were read.
      if (market.version <= (instruments.find(market.id)?.version ?? 0)) continue;
      instruments.replace(market);
      bus.publish(marketChanged, { marketId: market.id });
    }
  };
  return {
    refresh,
    start() {
      let reading: Promise<void> | undefined;
      const stop = clock.every(POLL_MS, () => {
        reading ??= refresh()
          .catch((error: unknown) => log.warn({ err: error }, 'market rows read failed'))
          .finally(() => (reading = undefined));
      });
      return async () => {
        stop();
        await reading;
      };
    },
  };
}

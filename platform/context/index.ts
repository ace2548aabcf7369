import type { Bus } from '@karat/platform/bus';
import type { Clock } from '@karat/platform/clock';
import type { Database } from '@karat/platform/db';
import type { Log } from '@karat/platform/log';
import type { Random } from '@karat/platform/random';
import type { Tracer } from '@karat/platform/tracing';

/** Dependencies of every action: database, clock, randomness, events and log. */
export interface Context {
  readonly db: Database;
  readonly clock: Clock;
  readonly random: Random;
  readonly bus: Bus;
  readonly log: Log;
  /** Demo mode: demo users, demo funds, simulated prices by default. */
  readonly demo: boolean;
  /** Records traces; undefined unless they are exported. */
  readonly tracer?: Tracer | undefined;
}

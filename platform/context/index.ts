import type { Bus } from '@karat/platform/bus';
import type { Clock } from '@karat/platform/clock';
import type { Database } from '@karat/platform/db';
import type { Log } from '@karat/platform/log';
import type { Random } from '@karat/platform/random';

/** What every action may reach for: the database, time, chance, and where notices and log lines go. */
export interface Context {
  readonly db: Database;
  readonly clock: Clock;
  readonly random: Random;
  readonly bus: Bus;
  readonly log: Log;
  /** Demo mode: demo users, demo funds, simulated prices by default. */
  readonly demo: boolean;
}

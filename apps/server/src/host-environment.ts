import { createBus } from '@karat/platform/bus';
import { systemClock } from '@karat/platform/clock';
import type { Clock } from '@karat/platform/clock';
import type { Context } from '@karat/platform/context';
import type { Database } from '@karat/platform/db';
import { createLog, silentLog } from '@karat/platform/log';
import type { Log } from '@karat/platform/log';
import { systemRandom } from '@karat/platform/random';
import type { Random } from '@karat/platform/random';
import type { Tracer } from '@karat/platform/tracing';
import type { Config } from './config.ts';

/** Environment that differs between a running server and a test: clock, randomness and log. */
export interface HostEnvironment {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** Records traces; undefined unless they are exported. */
  readonly tracer?: Tracer | undefined;
}

export const realHostEnvironment = (config: Config): HostEnvironment => ({
  clock: systemClock,
  random: systemRandom,
  log: config.log === 'silent' ? silentLog : createLog(config.log),
});

export const contextOf = (config: Config, machine: HostEnvironment, db: Database): Context => ({
  ...machine,
  db,
  bus: createBus((error, topic) => machine.log.error({ err: error, topic }, 'listener failed')),
  demo: config.demo,
});

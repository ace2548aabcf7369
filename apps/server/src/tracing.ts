import { systemClock } from '@karat/platform/clock';
import { openTracer } from '@karat/platform/tracing';
import type { Config } from './config.ts';
import type { HostEnvironment } from './host-environment.ts';
import type { Shutdown } from './shutdown.ts';
import { VERSION } from './version.ts';

/** Starts the export of traces, if there is a collector; it ends after everything that records them. */
export async function traced(
  { tracing }: Pick<Config, 'tracing'>,
  machine: HostEnvironment,
  shutdown: Pick<Shutdown, 'add'>,
): Promise<HostEnvironment> {
  if (tracing === undefined) return machine;
  // Not the clock of the program, which tests move.
  const tracer = await openTracer(tracing, { clock: systemClock, log: machine.log, version: VERSION });
  shutdown.add('traces', () => tracer.close());
  return { ...machine, tracer };
}

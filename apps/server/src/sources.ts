import { exchangeSources } from '@karat/domains/market';
import type { Seeds, ShareActions, Source } from '@karat/domains/market';
import type { Context } from '@karat/platform/context';
import { createSimulatedSource } from '@karat/simulation';
import { ConfigError } from './config.ts';
import type { Config } from './config.ts';
import type { HostEnvironment } from './host-environment.ts';

/** Price sources: the simulation or the public exchanges, never both. */
export function sourcesOf(
  config: Config,
  ctx: Context,
  seeds: Seeds,
  actions: ShareActions,
): readonly Source[] {
  const onError = (error: unknown): void => ctx.log.error({ err: error }, 'price source failed');
  if (config.prices === 'simulated')
    return [createSimulatedSource({ clock: ctx.clock, seeds, actions, onError })];
  return liveSources(config, ctx);
}

/** Returns the configured exchanges. Refuses an unknown name. */
export function liveSources(config: Config, machine: HostEnvironment): readonly Source[] {
  try {
    return exchangeSources(machine, config.exchanges, config.alpaca);
  } catch (failure) {
    if (failure instanceof RangeError) throw new ConfigError(`KARAT_EXCHANGES: ${failure.message}.`);
    throw failure;
  }
}

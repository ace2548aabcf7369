import { join } from 'node:path';
import { createLedger } from '@karat/domains/ledger';
import type { Ledger } from '@karat/domains/ledger';
import { createMarket, createSeeds } from '@karat/domains/market';
import type { MarketData } from '@karat/domains/market';
import { createSpot, marketsOf, spotChannels } from '@karat/domains/spot';
import type { Spot } from '@karat/domains/spot';
import type { Context } from '@karat/platform/context';
import { openSigner } from '@karat/platform/crypto';
import { createChannels, createPrivateChannels } from '@karat/platform/ws';
import type { Channels, PrivateChannels } from '@karat/platform/ws';
import type { Config } from './config.ts';
import { sourcesOf } from './sources.ts';

/** All domains, built and joined; nothing runs yet. */
export interface House {
  readonly ctx: Context;
  readonly ledger: Ledger;
  readonly market: MarketData;
  readonly spot: Spot;
  readonly channels: Channels;
  readonly own: PrivateChannels;
}

export async function createHouse(config: Config, ctx: Context): Promise<House> {
  const keys = join(config.dataDir, 'keys');
  const ledger = createLedger(ctx);
  const channels = createChannels({ clock: ctx.clock });
  const own = createPrivateChannels();
  const signer = await openSigner(ctx, 'index-ticks', {
    name: 'signing',
    configured: config.secrets.signing,
    variable: 'KARAT_SIGNING_KEY',
    directory: keys,
  });
  const market = await createMarket({ ctx, sources: sourcesOf(config, ctx, createSeeds(ctx)), signer });
  const markets = await marketsOf(market, ledger, ctx.db);
  const spot = createSpot({ ctx, ledger, markets });
  spotChannels(spot, channels, own);
  return { ctx, ledger, market, spot, channels, own };
}

import { contract } from '@karat/contract';
import { contentHandlers, contentMessages } from '@karat/domains/content';
import { identityMessages } from '@karat/domains/identity';
import { ledgerMessages } from '@karat/domains/ledger';
import { marketHandlers, marketMessages } from '@karat/domains/market';
import { operatorHandlers, operatorMessages } from '@karat/domains/operators';
import type { ConsoleDeps } from '@karat/domains/operators';
import { spotHandlers, spotMessages } from '@karat/domains/spot';
import { commonMessages } from '@karat/platform/http';
import type { Config } from './config.ts';
import type { House } from './house.ts';
import { UI_VERSION, VERSION } from './version.ts';

/** The groups of the contract that are answered. */
export const groups = {
  content: contract.content,
  identity: contract.identity,
  market: contract.market,
  operators: contract.operators,
  spot: contract.spot,
};

/** Texts of every refusal in nine languages. */
export const messages = {
  ...commonMessages,
  ...ledgerMessages,
  ...contentMessages,
  ...identityMessages,
  ...marketMessages,
  ...operatorMessages,
  ...spotMessages,
};

/** Who answers which call. */
export function handlersOf(config: Config, house: House, deps: ConsoleDeps) {
  const { ctx, identity, market, spot } = house;
  const settings = {
    ...{ name: 'Karat', version: VERSION, uiVersion: UI_VERSION },
    ...{ demo: config.demo, simulatedPrices: config.prices === 'simulated' },
  };
  return {
    content: contentHandlers(ctx, settings),
    identity: identity.handlers,
    market: marketHandlers(market),
    operators: operatorHandlers(deps),
    spot: spotHandlers(spot),
  };
}

import type { UserId } from '@karat/contract';
import { houseAccount, userAccount } from '@karat/domains/ledger';
import type { Entry, Ledger } from '@karat/domains/ledger';
import type { Market } from '@karat/domains/market';
import { UNIT, amount, negate } from '@karat/money';
import type { Amount } from '@karat/money';
import type { Tx } from '@karat/platform/db';
import { BEHAVIOURS } from '../instruments.ts';

/**
 * Demo mode: a bot's initial funds, once, as a journal from the external account: of every instrument the given value
 * (at the initial price of its simulation) in base and as much in quote.
 */
export async function fundBot(
  tx: Tx,
  ledger: Pick<Ledger, 'post'>,
  bot: { readonly name: string; readonly userId: UserId },
  markets: readonly Market[],
  worthEach: Amount,
  at: number,
): Promise<void> {
  const entries: Entry[] = [];
  const give = (currency: Market['base'], sum: Amount): void => {
    entries.push(
      { account: houseAccount('external'), currency, available: negate(sum) },
      { account: userAccount(bot.userId, 'change'), currency, available: sum },
    );
  };
  const quotes = new Map<Market['quote'], Amount>();
  for (const market of markets) {
    const behaviour = BEHAVIOURS.find(({ symbol }) => symbol === market.symbol);
    if (!behaviour) continue;
    give(market.base, amount(((worthEach * UNIT) / behaviour.anchor / market.lot) * market.lot));
    quotes.set(market.quote, amount((quotes.get(market.quote) ?? 0n) + worthEach));
  }
  for (const [currency, sum] of quotes) give(currency, sum);
  await ledger.post(tx, {
    key: `simulation:funds:${bot.name}`,
    kind: 'genesis',
    reference: bot.name,
    at,
    entries,
  });
}

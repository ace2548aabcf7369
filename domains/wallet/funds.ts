import type { CurrencyId, UserId } from '@karat/contract';
import { amount, negate } from '@karat/money';
import type { Tx } from '@karat/platform/db';
import { BTC, ETH, HOUSE_SHARDS, USDT, houseAccount, userAccount } from '@karat/domains/ledger';
import type { AccountId, Entry } from '@karat/domains/ledger';
import type { WalletDeps } from './deps.ts';

/** Demo money of a new account. */
const GRANT: readonly (readonly [CurrencyId, string])[] = [
  [USDT, '10000'],
  [BTC, '0.05'],
  [ETH, '0.5'],
];
/** Number of grants that the promotion account is funded for at start. */
const GRANTS_MAX = 16_000_000;

/** Funds of the conversion account, by currency code. */
const CONVERSION_FUNDS: Readonly<Record<string, string>> = {
  USDT: '50000000',
  USDC: '20000000',
  BTC: '500',
  ETH: '10000',
  SOL: '200000',
  BNB: '50000',
  XRP: '20000000',
  DOGE: '100000000',
  ADA: '30000000',
};

const move = (from: AccountId, to: AccountId, currency: CurrencyId, text: string): Entry[] => [
  { account: from, currency, available: negate(amount(text)) },
  { account: to, currency, available: amount(text) },
];

/** Gives a new account its demo money, once, from the promotion account. Demo mode only. */
export async function grantDemoFunds({ ctx, ledger }: WalletDeps, tx: Tx, userId: UserId): Promise<void> {
  const promotion = houseAccount('promotion', userId % HOUSE_SHARDS);
  const own = userAccount(userId, 'change');
  await ledger.post(tx, {
    key: `demo:grant:${userId}`,
    kind: 'demo:grant',
    reference: String(userId),
    at: ctx.clock.now(),
    entries: GRANT.flatMap(([currency, text]) => move(promotion, own, currency, text)),
  });
}

/** Funds the promotion and conversion accounts from the external account, once. Demo mode only. */
export async function seedHouse({ ctx, ledger }: WalletDeps, tx: Tx): Promise<void> {
  const external = houseAccount('external');
  const currencies = await ledger.currencies(tx);
  const promotion = Array.from({ length: HOUSE_SHARDS }, (_, shard) => houseAccount('promotion', shard));
  const grants = BigInt(GRANTS_MAX / HOUSE_SHARDS);
  const entries = [
    ...promotion.flatMap((account) =>
      GRANT.flatMap(([currency, text]): Entry[] => {
        const total = amount(amount(text) * grants);
        return [
          { account: external, currency, available: negate(total) },
          { account, currency, available: total },
        ];
      }),
    ),
    ...currencies.flatMap(({ id, code }) => {
      const text = CONVERSION_FUNDS[code];
      return text === undefined ? [] : move(external, houseAccount('conversion'), id, text);
    }),
  ];
  await ledger.post(tx, {
    key: 'genesis:house',
    kind: 'genesis',
    reference: 'house',
    at: ctx.clock.now(),
    entries,
  });
}

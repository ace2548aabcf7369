import { UNIT, divDown, mulDivUp, price } from '@karat/money';
import type { Amount, Price, Rate } from '@karat/money';

/** Decimals of USDT. */
const USDT_DECIMALS = 6;

/**
 * Units of a fiat currency for one USDT. A US dollar is one USDT; other currencies have their rate to the dollar plus the spread,
 * rounded up at 1e-10. Source: products.md, section 11.
 */
export const fiatPurchasePrice = (code: string, dollarRate: Rate, spread: Rate): Price =>
  price(code === 'USD' ? UNIT : mulDivUp<bigint>(dollarRate, UNIT + spread, UNIT));

/** USDT for a fiat amount at a price, rounded down at six decimals. */
export const fiatPurchaseReceived = (amount: Amount, at: Price): Amount => divDown(amount, at, USDT_DECIMALS);

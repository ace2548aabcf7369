/** What an order pays, as the server computed it. */
export interface Payoff {
  readonly type: 'call' | 'put';
  /** Principal, in the coin for a call, in the quote currency for a put. */
  readonly principal: number;
  readonly strike: number;
  readonly coinPayout: number;
  readonly quotePayout: number;
}

export interface Point {
  readonly price: number;
  readonly worth: number;
}

/** Prices of the picture, as shares of the strike. */
const RANGE = { from: 0.85, to: 1.15 } as const;

/**
 * The lines of the payoff picture in the quote currency: what the payout is worth, and what the principal would be worth without
 * it. For drawing only: binary numbers.
 */
export function payoffLines({ type, principal, strike, coinPayout, quotePayout }: Payoff): {
  readonly payout: readonly Point[];
  readonly holding: readonly Point[];
} {
  const [from, to] = [strike * RANGE.from, strike * RANGE.to];
  const hold = (price: number): number => (type === 'call' ? principal * price : principal);
  return {
    payout: [
      { price: from, worth: coinPayout * from },
      { price: strike, worth: quotePayout },
      { price: to, worth: quotePayout },
    ],
    holding: [from, to].map((price) => ({ price, worth: hold(price) })),
  };
}

/** Days, hours and minutes until a moment, a started minute counts in full; 0 once it is past. */
export function timeLeft(untilMs: number, nowMs: number): { days: number; hours: number; minutes: number } {
  const minutes = Math.max(0, Math.ceil((untilMs - nowMs) / 60_000));
  return {
    days: Math.floor(minutes / 1_440),
    hours: Math.floor((minutes % 1_440) / 60),
    minutes: minutes % 60,
  };
}

const WHOLE = /^[1-9][0-9]{0,8}$/;
/** A whole number of shares; undefined for anything else. */
export const sharesOf = (text: string): number | undefined =>
  WHOLE.test(text.trim()) ? Number(text.trim()) : undefined;

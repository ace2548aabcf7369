/** The coin or stock of a market: `BTC` of `BTC/USDT`. */
export const baseOf = (symbol: string): string => symbol.split('/')[0] ?? '';

/** The currency in which a market's prices are: `USDT` of `BTC/USDT`. */
export const quoteOf = (symbol: string): string => symbol.split('/')[1] ?? '';

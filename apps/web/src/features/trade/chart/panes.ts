/** Pane of the candles in the library. */
export const CANDLES = 'candle_pane';

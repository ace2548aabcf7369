/** A published tick with its place in the chain. */
export interface ReceiptTick {
  /** The market's id. */
  readonly market: number;
  /** Unix seconds. */
  readonly time: number;
  readonly price: string;
  readonly source: 'live' | 'simulated';
  readonly quotes: string;
  /** Hash of the tick before it. */
  readonly previous: string;
  readonly hash: string;
}

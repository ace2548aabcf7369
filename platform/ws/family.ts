/** Merging of unsent messages: the last one replaces them, they are merged, or each is sent. */
export type Conflation<Data> = 'latest' | 'none' | { merge(older: Data, newer: Data): Data };

/** Public channels of one pattern, such as `depth:<match_id>`. */
export interface Family<Data> {
  readonly pattern: string;
  /** Returns true if the channel exists, written in exactly this way (`1`, not `01`); its name came from a client. */
  known(params: readonly string[]): boolean;
  /** Returns the present snapshot, for new and slow readers. Synchronous. */
  snapshot?(params: readonly string[]): Data | undefined;
  readonly conflate: Conflation<Data>;
  /** Interval between sends. Default 100 ms; 0 sends with the next tick. */
  readonly gateMs?: number;
}

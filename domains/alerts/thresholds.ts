import { compare } from '@karat/money';

interface Row<T> {
  readonly key: bigint;
  readonly id: number;
  readonly item: T;
}

/** Items sorted by a key, so that a value finds those that it reaches without touching the others. */
export class ThresholdList<T> {
  /** Highest key first: the next to be reached is the last one. */
  #rows: Row<T>[] = [];

  get size(): number {
    return this.#rows.length;
  }

  add(key: bigint, id: number, item: T): void {
    this.#rows.splice(this.#position(key, id), 0, { key, id, item });
  }

  /** Adds many items at once. */
  load(rows: readonly Row<T>[]): void {
    this.#rows = [...this.#rows, ...rows].sort((a, b) => compare(b.key, a.key) || b.id - a.id);
  }

  remove(key: bigint, id: number): void {
    const position = this.#position(key, id);
    const row = this.#rows[position];
    if (row?.key === key && row.id === id) this.#rows.splice(position, 1);
  }

  /** Removes and returns the items whose key a value has reached, lowest key first. */
  take(value: bigint): T[] {
    const last = this.#rows.at(-1);
    if (!last || last.key > value) return [];
    const reached = this.#rows.splice(this.#position(value, Infinity));
    return reached.reverse().map(({ item }) => item);
  }

  /** The position of a key and id, or where they belong. */
  #position(key: bigint, id: number): number {
    let [low, high] = [0, this.#rows.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const row = this.#rows[middle];
      if (row && (row.key > key || (row.key === key && row.id > id))) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

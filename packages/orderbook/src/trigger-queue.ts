/** A stop waiting in a queue: the lower its urgency key, the sooner it is released. */
interface Waiting {
  readonly id: number;
  readonly key: number;
}

/** Ids by ascending key, those of one key in order of arrival. */
export class TriggerQueue {
  /** The next one to be released is last, so that releasing is a pop. */
  readonly #waiting: Waiting[] = [];

  add(id: number, key: number): void {
    this.#waiting.splice(this.#firstAtMost(key), 0, { id, key });
  }

  /** Removes an id that waits with this key. */
  remove(id: number, key: number): void {
    let place = this.#firstAtMost(key);
    while (this.#waiting[place]!.id !== id) place++;
    this.#waiting.splice(place, 1);
  }

  /** Removes and returns the next id whose key is at most `key`, or null. */
  releaseUpTo(key: number): number | null {
    const next = this.#waiting.at(-1);
    if (next === undefined || next.key > key) return null;
    this.#waiting.pop();
    return next.id;
  }

  /** Ids in the order in which they would be released. */
  ids(): number[] {
    return this.#waiting.map(({ id }) => id).reverse();
  }

  /** The first index of a key not above `key`: keys descend along the array. */
  #firstAtMost(key: number): number {
    let low = 0;
    let high = this.#waiting.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#waiting[middle]!.key > key) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

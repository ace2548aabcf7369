/**
 * Trigger levels of one market in the order in which a moving price reaches them: a binary heap on typed arrays.
 * Changed and removed entries stay in the heap until they are popped and are recognised by their stamp.
 */
export class TriggerLevels {
  readonly #sign: 1 | -1;
  #levels: Float64Array;
  #positions: Float64Array;
  #stamps: Float64Array;
  #size = 0;

  /** `up`: reached by a price at or above the level, else by one at or below it. */
  constructor(direction: 'up' | 'down', capacity = 1_024) {
    this.#sign = direction === 'up' ? 1 : -1;
    this.#levels = new Float64Array(capacity);
    this.#positions = new Float64Array(capacity);
    this.#stamps = new Float64Array(capacity);
  }

  get size(): number {
    return this.#size;
  }

  add(level: number, position: number, stamp: number): void {
    if (this.#size === this.#levels.length) this.#grow();
    let at = this.#size++;
    const key = level * this.#sign;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if ((this.#levels[parent] ?? 0) <= key) break;
      this.#move(parent, at);
      at = parent;
    }
    this.#put(at, key, position, stamp);
  }

  /** Pops every level that the price has reached. */
  take(price: number, found: (position: number, stamp: number, level: number) => void): void {
    const key = price * this.#sign;
    while (this.#size > 0 && (this.#levels[0] ?? 0) <= key) {
      found(this.#positions[0] ?? 0, this.#stamps[0] ?? 0, (this.#levels[0] ?? 0) * this.#sign);
      this.#removeFirst();
    }
  }

  /** Rebuilds the heap from valid entries; called when most entries are outdated. */
  sweep(isMeant: (position: number, stamp: number) => boolean): void {
    const [levels, positions, stamps, size] = [this.#levels, this.#positions, this.#stamps, this.#size];
    this.#levels = new Float64Array(levels.length);
    this.#positions = new Float64Array(levels.length);
    this.#stamps = new Float64Array(levels.length);
    this.#size = 0;
    for (let at = 0; at < size; at++) {
      const [position, stamp] = [positions[at] ?? 0, stamps[at] ?? 0];
      if (isMeant(position, stamp)) this.add((levels[at] ?? 0) * this.#sign, position, stamp);
    }
  }

  #removeFirst(): void {
    const last = --this.#size;
    const key = this.#levels[last] ?? 0;
    const [position, stamp] = [this.#positions[last] ?? 0, this.#stamps[last] ?? 0];
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= last) break;
      if (child + 1 < last && (this.#levels[child + 1] ?? 0) < (this.#levels[child] ?? 0)) child++;
      if ((this.#levels[child] ?? 0) >= key) break;
      this.#move(child, at);
      at = child;
    }
    if (last > 0) this.#put(at, key, position, stamp);
  }

  #move(from: number, to: number): void {
    this.#put(to, this.#levels[from] ?? 0, this.#positions[from] ?? 0, this.#stamps[from] ?? 0);
  }

  #put(at: number, key: number, position: number, stamp: number): void {
    this.#levels[at] = key;
    this.#positions[at] = position;
    this.#stamps[at] = stamp;
  }

  #grow(): void {
    const wider = (array: Float64Array): Float64Array => {
      const next = new Float64Array(array.length * 2);
      next.set(array);
      return next;
    };
    this.#levels = wider(this.#levels);
    this.#positions = wider(this.#positions);
    this.#stamps = wider(this.#stamps);
  }
}

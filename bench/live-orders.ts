/** Ids of live orders as a dense array: append at the end, remove by swapping in the last. */
export class LiveOrders {
  readonly #ids: number[] = [];
  /** Index in the array plus one, by id; 0 if not live. */
  readonly #places: Int32Array;

  constructor(idMax: number) {
    this.#places = new Int32Array(idMax + 1);
  }

  get count(): number {
    return this.#ids.length;
  }

  at(place: number): number {
    return this.#ids[place]!;
  }

  add(id: number): void {
    this.#places[id] = this.#ids.push(id);
  }

  remove(id: number): void {
    const place = this.#places[id]! - 1;
    const last = this.#ids.pop()!;
    this.#places[id] = 0;
    if (last === id) return;
    this.#ids[place] = last;
    this.#places[last] = place + 1;
  }
}

import type { Chance } from './chance.ts';

const KEPT_PER_NAME = 200;
const DEPTH_MAX = 6;
const ROWS_READ = 10;

/** Values of earlier replies by field name: ids, hashes, prices of every account, for every account. */
export class Pool {
  readonly #values = new Map<string, string[]>();
  #index = 92_000;
  readonly #rows = new Map<string, Readonly<Record<string, string>>[]>();

  /** Stores the values of a reply; `group` is the first part of the path, under which ids are also stored. */
  learn(group: string, reply: unknown, depth = 0): void {
    if (depth > DEPTH_MAX || typeof reply !== 'object' || reply === null) return;
    if (Array.isArray(reply)) {
      for (const row of reply.slice(0, ROWS_READ)) this.learn(group, row, depth + 1);
      return;
    }
    this.#keepRow(group, reply);
    for (const [name, value] of Object.entries(reply)) {
      if (typeof value === 'object') this.learn(group, value, depth + 1);
      else if (value !== null && value !== '') this.#keep(group, name, String(value));
    }
  }

  #keepRow(group: string, row: object): void {
    if (!('id' in row)) return;
    const scalars = Object.entries(row).filter(([, value]) => value !== null && typeof value !== 'object');
    const rows = this.#rows.get(group) ?? [];
    rows.push(Object.fromEntries(scalars.map(([name, value]) => [name, String(value)])));
    if (rows.length > KEPT_PER_NAME) rows.shift();
    this.#rows.set(group, rows);
  }

  /** An object from a reply of this group, so that several fields of a request refer to the same object. */
  row(chance: Chance, group: string): Readonly<Record<string, string>> {
    return chance.anyOf(this.#rows.get(group) ?? []) ?? {};
  }

  #keep(group: string, name: string, value: string): void {
    if (value.length > 200) return;
    for (const key of name === 'id' ? ['id', `${group} id`] : [name]) {
      const values = this.#values.get(key) ?? [];
      values.push(value);
      if (values.length > KEPT_PER_NAME) values.shift();
      this.#values.set(key, values);
    }
  }

  /** The last seen index of BTC/USDT. */
  index(): number {
    return this.#index;
  }

  setIndex(price: number): void {
    this.#index = price;
  }

  /** A value that a reply had under this name or a synonym. */
  draw(chance: Chance, group: string, name: string): string | undefined {
    const names = [name];
    if (name === 'id' || name.endsWith('_id')) names.unshift(`${group} id`, 'id');
    if (name.endsWith('uid') || name.includes('user')) names.push('uid');
    const known = names.filter((each) => this.#values.has(each));
    return chance.anyOf(this.#values.get(chance.anyOf(known) ?? '') ?? []);
  }
}

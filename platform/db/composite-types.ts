import type pg from 'pg';
import { BinaryRows } from './binary-rows.ts';

const COMPOSITE_TYPES = `
select typname as name, oid::int8 as number from pg_type
where typtype = 'c' and typnamespace = current_schema()::regnamespace`;

/** Numbers of a database's composite types, which arrays in binary form name. They are read when first needed. */
export class CompositeTypes {
  #numbers: ReadonlyMap<string, number> = new Map();

  /** Whether all types among the values are known, so that `bind` may be called. */
  knows(values: readonly unknown[]): boolean {
    return values.every((value) => !(value instanceof BinaryRows) || this.#numbers.has(value.type));
  }

  async load(client: pg.Pool | pg.ClientBase): Promise<void> {
    const { rows } = await client.query<{ name: string; number: number }>(COMPOSITE_TYPES);
    this.#numbers = new Map(rows.map(({ name, number }) => [name, number]));
  }

  /** The values as the driver takes them. Throws on a type that the database does not have. */
  bind(values: readonly unknown[]): unknown[] {
    return values.map((value) => {
      if (!(value instanceof BinaryRows)) return value;
      const number = this.#numbers.get(value.type);
      if (number === undefined) throw new Error(`no composite type ${value.type}`);
      return value.bytesFor(number);
    });
  }
}

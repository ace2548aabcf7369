import { DecimalDigits } from './decimal-digits.ts';

/** Columns of one row, in the order of its type. Null is SQL null. */
export interface RowCells {
  int2(value: number | null): void;
  int4(value: number | null): void;
  /** An integer of at most 2^53. */
  int8(value: number | null): void;
  bool(value: boolean): void;
  text(value: string | null): void;
  /** A numeric, given as an integer count of 1e-10. */
  decimal(value: bigint | null): void;
}

/**
 * An array of rows of a composite type in PostgreSQL's binary form, a parameter of a prepared statement. The server reads it without
 * parsing texts, and it is written without an object or a string for each cell.
 */
export class BinaryRows {
  readonly type: string;
  readonly #bytes: Buffer;

  constructor(type: string, bytes: Buffer) {
    this.type = type;
    this.#bytes = bytes;
  }

  /** The parameter's value in a database where the composite type has this number. */
  bytesFor(typeOid: number): Buffer {
    this.#bytes.writeUInt32BE(typeOid, TYPE_AT);
    return this.#bytes;
  }
}

/** Writes an array of rows; `cells` writes the columns of one item. */
export function binaryRows<Item>(
  type: string,
  items: Iterable<Item>,
  cells: (item: Item, to: RowCells) => void,
): BinaryRows {
  writer.begin();
  for (const item of items) {
    writer.beginRow();
    cells(item, writer);
    writer.endRow();
  }
  return new BinaryRows(type, writer.finish());
}

// Numbers of the built-in types, fixed by PostgreSQL.
const BOOL = 16;
const INT8 = 20;
const INT2 = 21;
const INT4 = 23;
const TEXT = 25;
const NUMERIC = 1_700;

/** Header of an array: dimensions, flags, type of the elements, length, lower bound; an empty one ends after the type. */
const HEADER_BYTES = 20;
const EMPTY_BYTES = 12;
const TYPE_AT = 8;
const LENGTH_AT = 12;
const BOUND_AT = 16;
/** Each row begins with its length and its number of columns. */
const ROW_HEADER_BYTES = 8;
/** More than a column of any type but text takes. */
const CELL_BYTES = 64;
const FIRST_BYTES = 64 * 1024;
/** A character takes at most three bytes. */
const CHARACTER_BYTES = 3;
const ASCII_MAX = 127;
const TWO_32 = 2 ** 32;

/** One memory for all arrays, which are built one at a time and copied out. */
class RowsWriter implements RowCells {
  #bytes = Buffer.allocUnsafeSlow(FIRST_BYTES);
  #view = new DataView(this.#bytes.buffer);
  #at = 0;
  #rows = 0;
  #rowAt = 0;
  #columns = 0;
  readonly #digits = new DecimalDigits();

  begin(): void {
    this.#at = HEADER_BYTES;
    this.#rows = 0;
  }

  beginRow(): void {
    this.#rowAt = this.#at;
    this.#columns = 0;
    this.#reserve(CELL_BYTES);
    this.#at += ROW_HEADER_BYTES;
  }

  endRow(): void {
    this.#view.setInt32(this.#rowAt, this.#at - this.#rowAt - Int32Array.BYTES_PER_ELEMENT);
    this.#view.setInt32(this.#rowAt + Int32Array.BYTES_PER_ELEMENT, this.#columns);
    this.#rows++;
  }

  finish(): Buffer {
    const view = this.#view;
    view.setInt32(0, this.#rows === 0 ? 0 : 1);
    view.setInt32(Int32Array.BYTES_PER_ELEMENT, 0);
    view.setInt32(LENGTH_AT, this.#rows);
    view.setInt32(BOUND_AT, 1);
    const length = this.#rows === 0 ? EMPTY_BYTES : this.#at;
    const finished = Buffer.allocUnsafe(length);
    this.#bytes.copy(finished, 0, 0, length);
    return finished;
  }

  int2(value: number | null): void {
    if (value === null) return this.#begin(INT2, -1);
    this.#begin(INT2, Int16Array.BYTES_PER_ELEMENT);
    this.#view.setInt16(this.#at, value);
    this.#at += Int16Array.BYTES_PER_ELEMENT;
  }

  int4(value: number | null): void {
    if (value === null) return this.#begin(INT4, -1);
    this.#begin(INT4, Int32Array.BYTES_PER_ELEMENT);
    this.#view.setInt32(this.#at, value);
    this.#at += Int32Array.BYTES_PER_ELEMENT;
  }

  int8(value: number | null): void {
    if (value === null) return this.#begin(INT8, -1);
    if (!Number.isSafeInteger(value)) throw new RangeError(`not a safe integer: ${value}`);
    this.#begin(INT8, BigInt64Array.BYTES_PER_ELEMENT);
    this.#view.setInt32(this.#at, Math.floor(value / TWO_32));
    // Takes the lower 32 bits.
    this.#view.setInt32(this.#at + Int32Array.BYTES_PER_ELEMENT, value);
    this.#at += BigInt64Array.BYTES_PER_ELEMENT;
  }

  bool(value: boolean): void {
    this.#begin(BOOL, 1);
    this.#bytes[this.#at++] = value ? 1 : 0;
  }

  text(value: string | null): void {
    if (value === null) return this.#begin(TEXT, -1);
    this.#reserve(value.length * CHARACTER_BYTES + CELL_BYTES);
    this.#begin(TEXT, value.length);
    const start = this.#at;
    for (let index = 0; index < value.length; index++) {
      const code = value.charCodeAt(index);
      if (code > ASCII_MAX) return this.#encode(value, start);
      this.#bytes[start + index] = code;
    }
    this.#at = start + value.length;
  }

  decimal(value: bigint | null): void {
    if (value === null) return this.#begin(NUMERIC, -1);
    this.#begin(NUMERIC, 0);
    const length = this.#digits.write(this.#view, this.#at, value);
    this.#view.setInt32(this.#at - Int32Array.BYTES_PER_ELEMENT, length);
    this.#at += length;
  }

  #encode(value: string, start: number): void {
    const length = this.#bytes.write(value, start, 'utf8');
    this.#view.setInt32(start - Int32Array.BYTES_PER_ELEMENT, length);
    this.#at = start + length;
  }

  /** Type and length of the next column; -1 is null. */
  #begin(type: number, length: number): void {
    this.#reserve(CELL_BYTES);
    this.#view.setInt32(this.#at, type);
    this.#view.setInt32(this.#at + Int32Array.BYTES_PER_ELEMENT, length);
    this.#at += ROW_HEADER_BYTES;
    this.#columns++;
  }

  #reserve(bytes: number): void {
    if (this.#at + bytes <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafeSlow((this.#at + bytes) * 2);
    this.#bytes.copy(larger, 0, 0, this.#at);
    this.#bytes = larger;
    this.#view = new DataView(larger.buffer);
  }
}

const writer = new RowsWriter();

/**
 * The part of WebAssembly.Memory used here, declared because the server compiles without the DOM
 * library. It is the one buffer of the platform that grows in place: the address range is reserved,
 * pages become real when touched, and growing copies nothing. It is shared, though with nobody, because growing
 * one that is not gives it a new buffer of the full size, which the garbage collector takes for an allocation: past
 * 64 MiB each growth stopped the matching for a collection of some 20 ms.
 */
declare const WebAssembly: {
  Memory: {
    new (size: { initial: number; maximum: number; shared: true }): SharedMemory;
    new (size: { initial: number; maximum: number }): { readonly buffer: ArrayBuffer };
  };
};

interface SharedMemory {
  readonly buffer: SharedArrayBuffer;
  grow(pages: number): number;
}

const PAGE_BYTES = 65_536;
const DOUBLE_BYTES = 8;
const INT_BYTES = 4;

/**
 * Equal records in one zeroed buffer, seen as doubles and as 32-bit integers. A typed array that grew
 * by copying would stop the matching for tens of milliseconds near a million orders.
 */
export class GrowingMemory {
  floats: Float64Array;
  ints: Int32Array;
  /** Records that fit before the next growth. */
  capacity: number;

  /**
   * As large as the memory at first and never touched, so that it uses addresses only. The garbage collector does not
   * count shared memory: without it, it would not see that an unused book is worth collecting.
   */
  protected readonly weight: ArrayBuffer;
  readonly #memory: SharedMemory;
  readonly #recordBytes: number;
  readonly #pagesMax: number;
  #pages: number;

  /** Capacity for `initialRecords`, growing by quarters to at least `recordsMax`. */
  constructor(recordBytes: number, initialRecords: number, recordsMax: number) {
    this.#recordBytes = recordBytes;
    this.#pagesMax = Math.ceil((recordsMax * recordBytes) / PAGE_BYTES);
    this.#pages = Math.min(this.#pagesMax, Math.ceil((initialRecords * recordBytes) / PAGE_BYTES));
    this.#memory = new WebAssembly.Memory({ initial: this.#pages, maximum: this.#pagesMax, shared: true });
    this.weight = new WebAssembly.Memory({ initial: this.#pages, maximum: this.#pages }).buffer;
    this.floats = new Float64Array(0);
    this.ints = new Int32Array(0);
    this.capacity = 0;
    this.#view();
  }

  get bytes(): number {
    return this.#pages * PAGE_BYTES;
  }

  /** Adds a quarter of the capacity. Earlier views end where it ended; throws at the maximum. */
  grow(): void {
    const pages = Math.min(Math.ceil(this.#pages / 4), this.#pagesMax - this.#pages);
    if (pages === 0) throw new RangeError('the memory is at its maximum');
    this.#memory.grow(pages);
    this.#pages += pages;
    this.#view();
  }

  #view(): void {
    const bytes = this.#pages * PAGE_BYTES;
    this.floats = new Float64Array(this.#memory.buffer, 0, bytes / DOUBLE_BYTES);
    this.ints = new Int32Array(this.#memory.buffer, 0, bytes / INT_BYTES);
    this.capacity = Math.floor(bytes / this.#recordBytes);
  }
}

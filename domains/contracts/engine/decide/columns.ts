/** A copy of twice the length; new cells are 0. */
export const grow = (array: Float64Array<ArrayBuffer>): Float64Array<ArrayBuffer> => {
  const next = new Float64Array(array.length * 2);
  next.set(array);
  return next;
};
/** A copy of twice the length; new cells are 0. */
export const growInt = (array: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> => {
  const next = new Int32Array(array.length * 2);
  next.set(array);
  return next;
};

/** Quotient rounded up, as a number. */
export const ceilNumber = (value: bigint, unit: bigint): number =>
  Number(value >= 0n ? (value + unit - 1n) / unit : value / unit);
/** Quotient rounded down, as a number. */
export const floorNumber = (value: bigint, unit: bigint): number => -ceilNumber(-value, unit);

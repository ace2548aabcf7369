/** a / b, rounded towards minus infinity. Dividing by zero throws. */
export function floorDiv(a: bigint, b: bigint): bigint {
  const quotient = a / b;
  return a % b !== 0n && a < 0n !== b < 0n ? quotient - 1n : quotient;
}

/** a / b, rounded towards plus infinity. Dividing by zero throws. */
export function ceilDiv(a: bigint, b: bigint): bigint {
  const quotient = a / b;
  return a % b !== 0n && a < 0n === b < 0n ? quotient + 1n : quotient;
}

const RAISE = 125n;
const RAISE_OF = 100n;
/** Returns the fee of a replacement: the current network fee, but at least a quarter above the previous one. */
export const raised = (current: bigint, before: bigint): bigint => {
  const more = (before * RAISE) / RAISE_OF + 1n;
  return current > more ? current : more;
};

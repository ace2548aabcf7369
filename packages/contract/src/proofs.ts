/** Receipts that anyone can check. */
export const proofs = {};

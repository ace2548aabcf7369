/** Verification of identity: data, photos, reviews. */
export const verification = {};

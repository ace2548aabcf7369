/** Lengths that the contract allows. */
export const SUBJECT_MIN = 3;
export const SUBJECT_MAX = 120;
export const TEXT_MAX = 2_000;
export const COMMENT_MAX = 500;

export const ACCOUNT_NAMES = ['legal', 'change', 'lever', 'micro'] as const;

/** Account type of a user by the wire's field name. */
export type AccountName = (typeof ACCOUNT_NAMES)[number];

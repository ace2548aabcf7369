import { OPERATOR_ROLES } from './call.ts';

/** Roles of operators, by their work. */
export const desk = {
  /** Viewing, and requesting approvals. */
  anyone: { operator: OPERATOR_ROLES },
  /** User data, messages, access. */
  people: { operator: ['support', 'risk', 'admin'] },
  /** Texts for users. */
  editors: { operator: ['support', 'admin'] },
  /** Deciding on money and reading all accounts. */
  books: { operator: ['finance', 'risk', 'admin'] },
  /** Bank payments and house accounts. */
  money: { operator: ['finance', 'admin'] },
  /** Markets, limits and approvals. */
  risk: { operator: ['risk', 'admin'] },
  admin: { operator: ['admin'] },
} as const;

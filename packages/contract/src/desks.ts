import { OPERATOR_ROLES } from './call.ts';

/** Who of the operators may make a call, by what their work is. */
export const desk = {
  /** Looking, and asking for what others approve. */
  anyone: { operator: OPERATOR_ROLES },
  /** Knowing people: data, messages, access. */
  people: { operator: ['support', 'risk', 'admin'] },
  /** Writing what users read. */
  editors: { operator: ['support', 'admin'] },
  /** Deciding on money and reading all books. */
  books: { operator: ['finance', 'risk', 'admin'] },
  /** Handling money at the banks and on the house's own accounts. */
  money: { operator: ['finance', 'admin'] },
  /** Markets, limits and approvals. */
  risk: { operator: ['risk', 'admin'] },
  admin: { operator: ['admin'] },
} as const;

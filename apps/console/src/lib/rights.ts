import type { GetPath, OperatorRole, PostPath } from '@karat/contract';
import { useCall } from './api.ts';

const EVERYONE: readonly OperatorRole[] = ['support', 'finance', 'risk', 'admin'];
const DECIDERS: readonly OperatorRole[] = ['finance', 'risk', 'admin'];
const REVIEWERS: readonly OperatorRole[] = ['support', 'risk', 'admin'];
const RISK: readonly OperatorRole[] = ['risk', 'admin'];
const PAYERS: readonly OperatorRole[] = ['finance', 'admin'];
const EDITORS: readonly OperatorRole[] = ['support', 'admin'];

/** Roles by call, so that no button leads to a refusal; a test compares them with the contract. */
export const RIGHTS = {
  'console/approve': RISK,
  'console/article_delete': EDITORS,
  'console/article_save': EDITORS,
  'console/audit_check': ['admin'],
  'console/contact_changes': REVIEWERS,
  'console/contact_restore': REVIEWERS,
  'console/clock_resume': RISK,
  'console/contract_change': RISK,
  'console/contract_fund': PAYERS,
  'console/contract_funds': DECIDERS,
  'console/contract_limits_change': RISK,
  'console/correction': DECIDERS,
  'console/custody_check': DECIDERS,
  'console/dividend': PAYERS,
  'console/dividend_income': PAYERS,
  'console/dual_product': RISK,
  'console/dual_source': RISK,
  'console/dual_terms': RISK,
  'console/dual_void': RISK,
  'console/fiat_confirm': PAYERS,
  'console/fiat_import': PAYERS,
  'console/fiat_line_aside': PAYERS,
  'console/fiat_refund': PAYERS,
  'console/fiat_reject': PAYERS,
  'console/fiat_statement_discard': PAYERS,
  'console/journals': DECIDERS,
  'console/ledger_check': PAYERS,
  'console/loan_approve': DECIDERS,
  'console/loan_market_maker': RISK,
  'console/loan_reject': DECIDERS,
  'console/market_change': RISK,
  'console/mining_product': RISK,
  'console/mining_terms': RISK,
  'console/nft_artist': REVIEWERS,
  'console/nft_artwork': REVIEWERS,
  'console/nft_collection': REVIEWERS,
  'console/nft_new_series': RISK,
  'console/nft_report': REVIEWERS,
  'console/option_currency': RISK,
  'console/option_duration': RISK,
  'console/option_regions': RISK,
  'console/passkey/add': EVERYONE,
  'console/passkey/challenge': EVERYONE,
  'console/passkey/options': EVERYONE,
  'console/passkey/remove': EVERYONE,
  'console/passkeys_reset': REVIEWERS,
  'console/project_add': RISK,
  'console/project_cancel': RISK,
  'console/project_image': RISK,
  'console/project_listing': RISK,
  'console/project_times': RISK,
  'console/refuse': EVERYONE,
  'console/resume': EVERYONE,
  'console/stock_action': DECIDERS,
  'console/stock_action_cancel': DECIDERS,
  'console/stop': EVERYONE,
  'console/totp_reset': REVIEWERS,
  'console/trader_decide': RISK,
  'console/unfreeze_requests': REVIEWERS,
  'console/user_security': REVIEWERS,
  'console/verification_decide': REVIEWERS,
  'console/verification_override': RISK,
  'console/voucher_credit': DECIDERS,
  'console/voucher_reject': DECIDERS,
  'console/vip_terms': RISK,
  'console/withdrawal_approve': DECIDERS,
  'console/withdrawal_batch_file': PAYERS,
  'console/withdrawal_executed': PAYERS,
  'console/withdrawal_returned': PAYERS,
  'console/withdrawal_export': PAYERS,
  'console/withdrawal_reject': DECIDERS,
} satisfies Partial<Record<GetPath | PostPath, readonly OperatorRole[]>>;

/** Whether the operator may use a call; false until the operator is known. */
export function useMay(): (call: keyof typeof RIGHTS) => boolean {
  const me = useCall('console/me', {});
  const role = me.data?.role;
  return (call) => role !== undefined && (RIGHTS[call] as readonly OperatorRole[]).includes(role);
}

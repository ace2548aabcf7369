export const contentCodes = ['article_unknown', 'article_published'] as const;
export type ContentCode = (typeof contentCodes)[number];

export const messagesCodes = ['notice_unknown', 'notice_group_fixed', 'push_endpoint'] as const;
export type MessagesCode = (typeof messagesCodes)[number];

export const supportCodes = [
  'support_unknown',
  'support_closed',
  'support_ended',
  'support_empty',
  'support_reference_unknown',
  'support_too_many',
  'support_not_closed',
  'support_rated',
  'support_no_email',
  'support_transcript_limit',
  'support_assigned',
  'support_operator_unknown',
  'support_sensitive',
  'support_merge',
  'support_newer',
  'support_no_account',
  'support_shortcut_taken',
] as const;
export type SupportCode = (typeof supportCodes)[number];

export const chatCodes = [
  'chat_room_unknown',
  'chat_room_closed',
  'chat_room_taken',
  'chat_muted',
  'chat_slow_mode',
  'chat_link',
  'chat_message_unknown',
  'chat_own_message',
  'chat_author_unknown',
  'chat_block_limit',
  'chat_decided',
] as const;
export type ChatCode = (typeof chatCodes)[number];

export const portfolioCodes = ['portfolio_month', 'portfolio_year', 'portfolio_incomplete'] as const;
export type PortfolioCode = (typeof portfolioCodes)[number];

export const proofsCodes = ['receipt_unknown', 'liabilities_unknown'] as const;
export type ProofsCode = (typeof proofsCodes)[number];

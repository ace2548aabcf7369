export const marketCodes = [
  'market_unknown',
  'index_broken',
  'period_unknown',
  'range_invalid',
  'favourites_full',
  'drawings_full',
] as const;
export type MarketCode = (typeof marketCodes)[number];

export const spotCodes = [
  'market_halted',
  'market_cancel_only',
  'market_closed',
  'price_invalid',
  'price_tick',
  'quantity_lot',
  'quantity_invalid',
  'notional_too_small',
  'order_too_large',
  'price_outside_band',
  'would_take',
  'stop_price_invalid',
  'order_unknown',
  'order_not_open',
  'amend_invalid',
  'too_many_open_orders',
  'busy',
  'index_stale',
] as const;
export type SpotCode = (typeof spotCodes)[number];

export const contractsCodes = [
  'contract_closed',
  'contract_hours',
  'lots_invalid',
  'multiple_invalid',
  'multiple_capped',
  'target_price_invalid',
  'stop_side_wrong',
  'exposure_full',
  'user_limit',
  'too_many_positions',
  'position_unknown',
  'position_not_open',
  'position_not_pending',
  'margin_not_isolated',
  'margin_not_removable',
  'loss_not_covered',
  'pool_exhausted',
  'trial_order',
  'trial_market',
  'trial_multiple',
  'trial_face',
  'trial_running',
  'trial_uncovered',
  'trial_fixed',
  'outcome_unknown',
] as const;
export type ContractsCode = (typeof contractsCodes)[number];

export const optionsCodes = [
  'option_closed',
  'option_hours',
  'option_duration_unknown',
  'option_currency',
  'option_stake_limits',
  'option_user_limit',
  'option_window_limit',
  'option_pool_limit',
  'option_daily_stake',
  'option_daily_loss',
  'option_cooling_off',
  'option_region',
  'option_quiz_required',
  'option_quiz_invalid',
  'option_unknown',
] as const;
export type OptionsCode = (typeof optionsCodes)[number];

export const stocksCodes = ['stock_action_invalid', 'stock_action_time', 'stock_action_decided'] as const;
export type StocksCode = (typeof stocksCodes)[number];

export const copytradeCodes = [
  'trader_unknown',
  'trader_already',
  'trader_full',
  'trader_decided',
  'application_open',
  'follow_self',
  'follow_loop',
  'follow_full',
  'follow_unknown',
  'follow_number_invalid',
] as const;
export type CopytradeCode = (typeof copytradeCodes)[number];

export const recurringCodes = [
  'recurring_unknown',
  'recurring_market',
  'recurring_day',
  'recurring_time_zone',
  'recurring_plans_max',
  'recurring_minimum',
  'recurring_maximum',
  'recurring_not_active',
  'recurring_not_paused',
  'recurring_ended',
  'recurring_placing',
  'recurring_date',
  'recurring_skip_max',
] as const;
export type RecurringCode = (typeof recurringCodes)[number];

export const alertsCodes = [
  'alert_unknown',
  'alert_exists',
  'alert_target',
  'alert_decimals',
  'alerts_max',
] as const;
export type AlertsCode = (typeof alertsCodes)[number];

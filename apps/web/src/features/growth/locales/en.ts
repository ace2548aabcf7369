import type { Messages } from '../../../lib/text.ts';

export default {
  vip: 'VIP',
  vip_level: 'VIP {level}',
  off: '{percent} % off fees',
  no_discount: 'Standard fees',
  volume: 'Volume, 30 days',
  balance: 'Balance',
  next: 'Next level: VIP {level}',
  missing_volume: '{amount} USDT more volume',
  missing_balance: 'or {amount} USDT more balance',
  highest: 'You have the highest level.',
  expected: 'With these figures you will be VIP {level} from {time}.',
  set_at: 'Levels are set daily at 00:00 UTC. Next: {time}.',
  rules:
    'Volume counts spot and contract trades that paid a fee. Balance is everything in your accounts less loans, valued in USDT at 00:00 UTC. Either one is enough.',
  table: 'Levels and fees',
  level: 'Level',
  needs: 'Volume / balance',
  spot: 'Spot maker / taker',
  contract: 'Contract',
  outflow: 'Withdrawal limit',
  leverage: 'Max leverage',
  fees_of: 'Fees of {symbol}; other markets get the same discount.',
  conversions: 'The discount also applies to conversions. Options have no fee.',
} as const satisfies Messages;

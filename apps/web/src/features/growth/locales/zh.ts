import type en from './en.ts';

export default {
  vip: 'VIP',
  vip_level: 'VIP {level}',
  off: '手续费减 {percent} %',
  no_discount: '标准费率',
  volume: '30 天交易量',
  balance: '资产',
  next: '下一等级：VIP {level}',
  missing_volume: '再交易 {amount} USDT',
  missing_balance: '或资产再增加 {amount} USDT',
  highest: '您已是最高等级。',
  expected: '按目前数据，您将于 {time} 起成为 VIP {level}。',
  set_at: '等级于每日 00:00 UTC 更新。下次：{time}。',
  rules:
    '交易量计入已付手续费的现货及合约成交；资产为账户内全部资产减借款，按 00:00 UTC 折算为 USDT。两者符合其一即可。',
  table: '等级与费率',
  level: '等级',
  needs: '交易量 / 资产',
  spot: '现货 挂单 / 吃单',
  contract: '合约',
  outflow: '提币额度',
  leverage: '最高杠杆',
  fees_of: '以上为 {symbol} 费率，其他市场享同样减免。',
  conversions: '减免也适用于兑换。期权不收手续费。',
} satisfies Record<keyof typeof en, string>;

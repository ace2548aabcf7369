import type en from './en.ts';

export default {
  vip: 'VIP',
  vip_level: 'VIP {level}',
  off: '手續費減 {percent} %',
  no_discount: '標準費率',
  volume: '30 天交易量',
  balance: '資產',
  next: '下一等級：VIP {level}',
  missing_volume: '再交易 {amount} USDT',
  missing_balance: '或資產再增加 {amount} USDT',
  highest: '你已是最高等級。',
  expected: '以目前數據，你將於 {time} 起成為 VIP {level}。',
  set_at: '等級於每日 00:00 UTC 更新。下次：{time}。',
  rules:
    '交易量計入已付手續費的現貨及合約成交；資產為帳戶內全部資產減借款，按 00:00 UTC 折算為 USDT。兩者符合其一即可。',
  table: '等級與費率',
  level: '等級',
  needs: '交易量 / 資產',
  spot: '現貨 掛單 / 吃單',
  contract: '合約',
  outflow: '提幣額度',
  leverage: '最高槓桿',
  fees_of: '以上為 {symbol} 費率，其他市場享同樣減免。',
  conversions: '減免亦適用於兌換。期權不收手續費。',
} satisfies Record<keyof typeof en, string>;

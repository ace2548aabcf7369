import type en from './en.ts';

export default {
  vip: 'VIP',
  vip_level: 'VIP {level}',
  off: '手数料 {percent} % 割引',
  no_discount: '標準手数料',
  volume: '30日取引量',
  balance: '残高',
  next: '次のレベル：VIP {level}',
  missing_volume: 'あと {amount} USDT の取引量',
  missing_balance: 'または残高あと {amount} USDT',
  highest: '最高レベルです。',
  expected: '現在の数値では {time} から VIP {level} になります。',
  set_at: 'レベルは毎日 00:00 UTC に決まります。次回：{time}。',
  rules:
    '取引量は手数料が発生した現物・先物の約定、残高は口座の全資産から借入を引いた額（00:00 UTC の USDT 換算）です。どちらか一方で足ります。',
  table: 'レベルと手数料',
  level: 'レベル',
  needs: '取引量 / 残高',
  spot: '現物 メイカー / テイカー',
  contract: '先物',
  outflow: '出金限度',
  leverage: '最大レバレッジ',
  fees_of: '{symbol} の手数料です。他の市場も同じ割引です。',
  conversions: '割引は交換にも適用されます。オプションに手数料はありません。',
} satisfies Record<keyof typeof en, string>;

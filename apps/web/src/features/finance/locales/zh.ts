import type en from './en.ts';

export default {
  title: '理财',
  lead: '每个条款都可自行验算',
  lead_text: '利率、日期和罚金都在确认前显示。',
  recurring_title: '定投',
  recurring_text: '以固定金额每日、每周或每月买入币种或股票。',
  dual_title: '双币投资',
  dual_text: '固定利率，以两种币种之一结算。',
  ieo_title: '认购',
  ieo_text: '以发行价认购新代币和房地产基金。',
  loans_title: '借贷',
  loans_text: '以持有资产借款，条款清晰。',
  convert: '立即兑换币种',
} satisfies Record<keyof typeof en, string>;

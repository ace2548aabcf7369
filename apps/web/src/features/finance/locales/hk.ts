import type en from './en.ts';

export default {
  title: '理財',
  lead: '每項條款都可自行驗算',
  lead_text: '利率、日期及罰金都會在確認前顯示。',
  recurring_title: '定投',
  recurring_text: '以固定金額每日、每週或每月買入幣種或股票。',
  dual_title: '雙幣投資',
  dual_text: '固定利率，以兩種貨幣之一結算。',
  ieo_title: '認購',
  ieo_text: '以發行價認購新代幣及房地產基金。',
  loans_title: '借貸',
  loans_text: '以持有資產借款，條款清晰。',
  convert: '立即兌換幣種',
} satisfies Record<keyof typeof en, string>;

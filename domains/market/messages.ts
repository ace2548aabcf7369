import type { MarketCode } from '@karat/contract';
import type { Catalogue } from '@karat/i18n';

/** Refusals of the market's calls. */
export const marketMessages: Catalogue<MarketCode> = {
  market_unknown: {
    en: 'This market does not exist.',
    hk: '沒有此交易市場。',
    th: 'ไม่มีตลาดนี้',
    jp: 'この市場は存在しません。',
    kor: '존재하지 않는 마켓입니다.',
    fra: 'Ce marché n’existe pas.',
    spa: 'Este mercado no existe.',
    vn: 'Thị trường này không tồn tại.',
    zh: '没有此交易市场。',
  },
  period_unknown: {
    en: 'This chart period does not exist.',
    hk: '沒有此圖表週期。',
    th: 'ไม่มีช่วงเวลากราฟนี้',
    jp: 'このチャート期間はありません。',
    kor: '지원하지 않는 차트 주기입니다.',
    fra: 'Cette période de graphique n’existe pas.',
    spa: 'Este periodo del gráfico no existe.',
    vn: 'Khung thời gian biểu đồ này không tồn tại.',
    zh: '没有此图表周期。',
  },
  range_invalid: {
    en: 'The time range is not valid.',
    hk: '時間範圍無效。',
    th: 'ช่วงเวลาไม่ถูกต้อง',
    jp: '期間の指定が正しくありません。',
    kor: '기간이 올바르지 않습니다.',
    fra: 'L’intervalle de temps n’est pas valide.',
    spa: 'El intervalo de tiempo no es válido.',
    vn: 'Khoảng thời gian không hợp lệ.',
    zh: '时间范围无效。',
  },
  favourites_full: {
    en: 'You can keep at most {max} favourites.',
    hk: '最多可收藏 {max} 個。',
    th: 'บันทึกรายการโปรดได้สูงสุด {max} รายการ',
    jp: 'お気に入りは最大 {max} 件までです。',
    kor: '즐겨찾기는 최대 {max}개까지 등록할 수 있습니다.',
    fra: 'Vous pouvez garder au plus {max} favoris.',
    spa: 'Puede guardar como máximo {max} favoritos.',
    vn: 'Bạn chỉ có thể lưu tối đa {max} mục yêu thích.',
    zh: '最多可收藏 {max} 个。',
  },
};

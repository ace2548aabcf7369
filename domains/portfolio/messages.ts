import type { PortfolioCode } from '@karat/contract';
import type { Catalogue } from '@karat/i18n';

/** Refusals of portfolio, statements and tax exports. */
export const portfolioMessages: Catalogue<PortfolioCode> = {
  portfolio_month: {
    en: 'There is no statement for this month.',
    hk: '此月份沒有結單。',
    th: 'ไม่มีรายการเดินบัญชีของเดือนนี้',
    jp: 'この月の明細はありません。',
    kor: '해당 월의 거래 명세서가 없습니다.',
    fra: 'Aucun relevé pour ce mois.',
    spa: 'No hay extracto de este mes.',
    vn: 'Không có sao kê cho tháng này.',
    zh: '该月份没有对账单。',
  },
  portfolio_year: {
    en: 'There is nothing to export for this year.',
    hk: '此年度沒有可匯出的記錄。',
    th: 'ไม่มีรายการให้ส่งออกสำหรับปีนี้',
    jp: 'この年にエクスポートできる記録はありません。',
    kor: '해당 연도에 내보낼 내역이 없습니다.',
    fra: 'Rien à exporter pour cette année.',
    spa: 'No hay nada que exportar de este año.',
    vn: 'Không có dữ liệu để xuất cho năm này.',
    zh: '该年度没有可导出的记录。',
  },
  portfolio_incomplete: {
    en: 'Your history is still being prepared. Try again in a moment.',
    hk: '正在整理你的記錄，請稍後再試。',
    th: 'กำลังเตรียมประวัติของคุณ โปรดลองอีกครั้งในอีกสักครู่',
    jp: '履歴を準備中です。しばらくしてからもう一度お試しください。',
    kor: '거래 내역을 준비하고 있습니다. 잠시 후 다시 시도하세요.',
    fra: 'Votre historique est en cours de préparation. Réessayez dans un instant.',
    spa: 'Tu historial se está preparando. Inténtalo de nuevo en un momento.',
    vn: 'Lịch sử của bạn đang được chuẩn bị. Hãy thử lại sau giây lát.',
    zh: '正在整理您的记录，请稍后再试。',
  },
};

import type { StocksCode } from '@karat/contract';
import type { Catalogue } from '@karat/i18n';

/** Refusals of dividends and splits. */
export const stocksMessages: Catalogue<StocksCode> = {
  stock_action_invalid: {
    en: 'This is not a dividend or split that this stock can have',
    hk: '此股票不能進行這項派息或拆股',
    th: 'หุ้นนี้ไม่สามารถจ่ายปันผลหรือแตกหุ้นแบบนี้ได้',
    jp: 'この銘柄では、この配当または株式分割を行えません',
    kor: '이 종목에 적용할 수 없는 배당 또는 주식 분할입니다',
    fra: 'Ce dividende ou ce split n’est pas possible pour cette action',
    spa: 'Ese dividendo o split no es posible para esta acción',
    vn: 'Không thể chia cổ tức hoặc tách cổ phiếu này theo cách đó',
    zh: '该股票不能进行这项派息或拆股',
  },
  stock_action_time: {
    en: 'Choose a moment ahead, within a year, when stocks do not trade',
    hk: '請選擇一年之內、股票休市時的未來時間',
    th: 'เลือกเวลาในอนาคตภายในหนึ่งปีที่ตลาดหุ้นปิดทำการ',
    jp: '1 年以内で、株式の取引時間外にあたる将来の時刻を選んでください',
    kor: '1년 이내이며 주식 거래 시간이 아닌 미래 시각을 선택하세요',
    fra: 'Choisissez un moment à venir, dans l’année, où les actions ne se négocient pas',
    spa: 'Elige un momento futuro, dentro de un año, en que no se negocien acciones',
    vn: 'Hãy chọn thời điểm sắp tới trong vòng một năm, khi thị trường cổ phiếu đóng cửa',
    zh: '请选择一年之内、股票休市时的未来时间',
  },
  stock_action_decided: {
    en: 'It was carried out or called off already',
    hk: '該項目已執行或已取消',
    th: 'รายการนี้ดำเนินการหรือยกเลิกไปแล้ว',
    jp: 'すでに実施または取り消されています',
    kor: '이미 실행되었거나 취소되었습니다',
    fra: 'Cette opération a déjà été exécutée ou annulée',
    spa: 'Ya se ejecutó o se canceló',
    vn: 'Việc này đã được thực hiện hoặc đã bị hủy',
    zh: '该项目已执行或已取消',
  },
};

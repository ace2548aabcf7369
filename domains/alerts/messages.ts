import type { AlertsCode } from '@karat/contract';
import type { Catalogue } from '@karat/i18n';

/** Refusals of price alerts. */
export const alertsMessages: Catalogue<AlertsCode> = {
  alert_unknown: {
    en: 'This alert no longer exists.',
    hk: '此提醒已不存在。',
    th: 'ไม่มีการแจ้งเตือนนี้แล้ว',
    jp: 'このアラートはもう存在しません。',
    kor: '더 이상 존재하지 않는 알림입니다.',
    fra: 'Cette alerte n’existe plus.',
    spa: 'Esta alerta ya no existe.',
    vn: 'Cảnh báo này không còn tồn tại.',
    zh: '该提醒已不存在。',
  },
  alert_exists: {
    en: 'You already have this alert.',
    hk: '你已設定相同的提醒。',
    th: 'คุณตั้งการแจ้งเตือนนี้ไว้แล้ว',
    jp: '同じアラートがすでにあります。',
    kor: '이미 같은 알림이 있습니다.',
    fra: 'Vous avez déjà cette alerte.',
    spa: 'Ya tienes esta alerta.',
    vn: 'Bạn đã có cảnh báo này.',
    zh: '您已设置相同的提醒。',
  },
  alert_target: {
    en: 'Enter a change from {min}% to {max}%.',
    hk: '請輸入 {min}% 至 {max}% 的漲跌幅。',
    th: 'กรอกการเปลี่ยนแปลง {min}% ถึง {max}%',
    jp: '{min}% から {max}% の変動率を入力してください。',
    kor: '{min}%~{max}% 사이의 변동률을 입력하세요.',
    fra: 'Saisissez une variation de {min} % à {max} %.',
    spa: 'Introduce una variación entre {min}% y {max}%.',
    vn: 'Nhập mức thay đổi từ {min}% đến {max}%.',
    zh: '请输入 {min}% 至 {max}% 的涨跌幅。',
  },
  alerts_max: {
    en: 'You can have up to {max} price alerts. Delete one to add another.',
    hk: '最多可設 {max} 個價格提醒，請先刪除一個。',
    th: 'ตั้งการแจ้งเตือนราคาได้สูงสุด {max} รายการ ลบรายการหนึ่งก่อนเพิ่มใหม่',
    jp: '価格アラートは最大 {max} 件です。追加するには 1 件を削除してください。',
    kor: '가격 알림은 최대 {max}개까지 설정할 수 있습니다. 하나를 삭제한 뒤 추가하세요.',
    fra: 'Vous pouvez avoir jusqu’à {max} alertes de prix. Supprimez-en une pour en ajouter.',
    spa: 'Puedes tener hasta {max} alertas de precio. Elimina una para añadir otra.',
    vn: 'Bạn có thể đặt tối đa {max} cảnh báo giá. Hãy xóa một cảnh báo để thêm mới.',
    zh: '最多可设 {max} 个价格提醒，请先删除一个。',
  },
};

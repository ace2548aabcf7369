import type { NoticesOf } from '@karat/contract';
import type { NoticeTexts } from '@karat/domains/messages';

/** Notices about VIP levels. */
export const growthNotices: NoticeTexts<NoticesOf<'growth'>> = {
  'growth:vip_up': {
    group: 'account',
    title: {
      en: 'You are now VIP {level}',
      hk: '你已升級為 VIP {level}',
      th: 'คุณเป็น VIP {level} แล้ว',
      jp: 'VIP {level} に昇格しました',
      kor: 'VIP {level}로 승급했습니다',
      fra: 'Vous êtes maintenant VIP {level}',
      spa: 'Ahora eres VIP {level}',
      vn: 'Bạn đã lên VIP {level}',
      zh: '您已升级为 VIP {level}',
    },
    body: {
      en: 'Your fees are {discount} % lower from now on.',
      hk: '由現在起，你的手續費減免 {discount} %。',
      th: 'ตั้งแต่ตอนนี้ค่าธรรมเนียมของคุณลดลง {discount} %',
      jp: '今後、手数料が {discount} % 割引になります。',
      kor: '지금부터 수수료가 {discount} % 할인됩니다.',
      fra: 'Vos frais sont désormais réduits de {discount} %.',
      spa: 'Desde ahora tus comisiones bajan un {discount} %.',
      vn: 'Từ bây giờ phí của bạn giảm {discount} %.',
      zh: '从现在起，您的手续费减免 {discount} %。',
    },
  },
  'growth:vip_down': {
    group: 'account',
    title: {
      en: 'Your VIP level is now {level}',
      hk: '你的 VIP 等級現為 {level}',
      th: 'ระดับ VIP ของคุณตอนนี้คือ {level}',
      jp: 'VIP レベルは {level} になりました',
      kor: 'VIP 등급이 {level}(으)로 변경되었습니다',
      fra: 'Votre niveau VIP est désormais {level}',
      spa: 'Tu nivel VIP ahora es {level}',
      vn: 'Cấp VIP của bạn hiện là {level}',
      zh: '您的 VIP 等级现为 {level}',
    },
    body: {
      en: 'Volume and balance of the last 30 days meet VIP {level}. Your fee discount is now {discount} %; open positions keep their fees.',
      hk: '近 30 天交易量與資產符合 VIP {level}。手續費減免現為 {discount} %；未平倉部位維持原費率。',
      th: 'ปริมาณซื้อขาย 30 วันและยอดคงเหลือตรงกับ VIP {level} ส่วนลดค่าธรรมเนียมตอนนี้คือ {discount} % สถานะที่เปิดอยู่ใช้ค่าธรรมเนียมเดิม',
      jp: '過去30日の取引量と残高が VIP {level} に該当します。手数料割引は {discount} % です。保有中のポジションの手数料は変わりません。',
      kor: '최근 30일 거래량과 잔액이 VIP {level}에 해당합니다. 수수료 할인은 {discount} %이며 보유 포지션의 수수료는 유지됩니다.',
      fra: 'Volume et solde des 30 derniers jours correspondent à VIP {level}. Votre remise est désormais de {discount} % ; les positions ouvertes gardent leurs frais.',
      spa: 'Tu volumen y saldo de los últimos 30 días corresponden a VIP {level}. Tu descuento ahora es {discount} %; las posiciones abiertas conservan sus comisiones.',
      vn: 'Khối lượng 30 ngày và số dư đạt VIP {level}. Mức giảm phí hiện là {discount} %; các vị thế đang mở giữ nguyên phí.',
      zh: '近 30 天交易量与资产符合 VIP {level}。手续费减免现为 {discount} %；未平仓仓位保持原费率。',
    },
  },
};

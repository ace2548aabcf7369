import type { OutflowCode } from '@karat/contract';
import type { Catalogue } from '@karat/i18n';

/** `time` is the end of the lock, in UTC. */
export const outflowMessages: Catalogue<OutflowCode> = {
  outflow_protected: {
    en: 'Withdraw protection is on until {time} UTC. Nobody can lift it earlier, support included',
    hk: '提現保護已開啟至 {time} UTC，任何人（包括客服）均不能提前解除',
    th: 'เปิดการป้องกันการถอนไว้ถึง {time} UTC ไม่มีใครปลดก่อนได้ รวมถึงฝ่ายบริการลูกค้า',
    jp: '出金保護が {time} UTC まで有効です。サポートを含め、誰も早期解除できません',
    kor: '출금 보호가 {time} UTC까지 설정되어 있습니다. 고객센터를 포함해 누구도 미리 해제할 수 없습니다',
    fra: 'La protection des retraits est active jusqu’au {time} UTC. Personne ne peut la lever plus tôt, pas même le service client',
    spa: 'La protección de retiros está activa hasta el {time} UTC. Nadie puede quitarla antes, ni siquiera atención al cliente',
    vn: 'Bảo vệ rút tiền đang bật đến {time} UTC. Không ai có thể gỡ sớm, kể cả bộ phận hỗ trợ',
    zh: '提现保护已开启至 {time} UTC，任何人（包括客服）均不能提前解除',
  },
  outflow_paused: {
    en: 'Withdrawals and payments are paused for a check of our systems. Your money is safe; please try again later',
    hk: '因系統檢查，提現與付款暫停。你的資金安全，請稍後再試',
    th: 'การถอนและการจ่ายเงินหยุดชั่วคราวเพื่อตรวจสอบระบบ เงินของคุณปลอดภัย โปรดลองใหม่ภายหลัง',
    jp: 'システムの確認のため、出金と送金を一時停止しています。資産は安全です。しばらくしてからお試しください',
    kor: '시스템 점검으로 출금과 송금이 일시 중지되었습니다. 자금은 안전합니다. 나중에 다시 시도하세요',
    fra: 'Retraits et paiements sont en pause pendant un contrôle de nos systèmes. Votre argent est en sécurité ; réessayez plus tard',
    spa: 'Los retiros y pagos están en pausa por una comprobación de nuestros sistemas. Tu dinero está seguro; inténtalo más tarde',
    vn: 'Rút tiền và thanh toán tạm dừng để kiểm tra hệ thống. Tiền của bạn an toàn; hãy thử lại sau',
    zh: '因系统检查，提现与付款暂停。您的资金安全，请稍后再试',
  },
  protection_not_longer: {
    en: 'Withdraw protection already lasts until {time} UTC. It can be extended, not shortened',
    hk: '提現保護已持續至 {time} UTC，只能延長，不能縮短',
    th: 'การป้องกันการถอนมีผลถึง {time} UTC อยู่แล้ว ขยายได้แต่ลดไม่ได้',
    jp: '出金保護はすでに {time} UTC まで設定されています。延長のみ可能で、短縮はできません',
    kor: '출금 보호가 이미 {time} UTC까지 설정되어 있습니다. 연장만 가능하며 단축할 수 없습니다',
    fra: 'La protection des retraits court déjà jusqu’au {time} UTC. Elle peut être prolongée, pas raccourcie',
    spa: 'La protección de retiros ya dura hasta el {time} UTC. Se puede ampliar, no acortar',
    vn: 'Bảo vệ rút tiền đã kéo dài đến {time} UTC. Chỉ có thể gia hạn, không thể rút ngắn',
    zh: '提现保护已持续至 {time} UTC，只能延长，不能缩短',
  },
  first_payment_unconfirmed: {
    en: 'You have never paid this recipient. Confirm that you know them: nobody can get the money back',
    hk: '你從未向此收款人付款。請確認你認識對方：款項無法追回',
    th: 'คุณไม่เคยจ่ายให้ผู้รับรายนี้ โปรดยืนยันว่าคุณรู้จัก เพราะเรียกเงินคืนไม่ได้',
    jp: 'この受取人への送金は初めてです。知っている相手か確認してください。送金後は取り戻せません',
    kor: '이 수취인에게 처음 보냅니다. 아는 사람인지 확인하세요. 보낸 돈은 되찾을 수 없습니다',
    fra: 'Vous n’avez jamais payé ce destinataire. Confirmez que vous le connaissez : l’argent ne peut pas être récupéré',
    spa: 'Nunca has pagado a este destinatario. Confirma que lo conoces: el dinero no se puede recuperar',
    vn: 'Bạn chưa từng chuyển cho người nhận này. Hãy xác nhận bạn biết họ: không thể lấy lại tiền',
    zh: '您从未向此收款人付款。请确认您认识对方：款项无法追回',
  },
};

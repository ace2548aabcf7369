import type { NoticesOf } from '@karat/contract';
import type { NoticeTexts } from '@karat/domains/messages';

/** `time` is the end of the lock, in UTC. */
export const outflowNotices: NoticeTexts<NoticesOf<'outflow'>> = {
  'outflow:protected': {
    group: 'security',
    title: {
      en: 'Withdraw protection on',
      hk: '提現保護已開啟',
      th: 'เปิดการป้องกันการถอนแล้ว',
      jp: '出金保護を設定しました',
      kor: '출금 보호 설정',
      fra: 'Protection des retraits activée',
      spa: 'Protección de retiros activada',
      vn: 'Đã bật bảo vệ rút tiền',
      zh: '提现保护已开启',
    },
    body: {
      en: 'Nothing can be withdrawn or sent to other users until {time} UTC. Nobody can lift it earlier, support included.',
      hk: '在 {time} UTC 之前無法提現或轉帳給其他用戶。任何人（包括客服）均不能提前解除。',
      th: 'จะถอนหรือโอนให้ผู้ใช้อื่นไม่ได้จนถึง {time} UTC ไม่มีใครปลดก่อนได้ รวมถึงฝ่ายบริการลูกค้า',
      jp: '{time} UTC まで、出金と他のユーザーへの送金はできません。サポートを含め、誰も早期解除できません。',
      kor: '{time} UTC까지 출금하거나 다른 사용자에게 보낼 수 없습니다. 고객센터를 포함해 누구도 미리 해제할 수 없습니다.',
      fra: 'Aucun retrait ni envoi à d’autres utilisateurs avant le {time} UTC. Personne ne peut la lever plus tôt, pas même le service client.',
      spa: 'No se puede retirar ni enviar a otros usuarios hasta el {time} UTC. Nadie puede quitarla antes, ni siquiera atención al cliente.',
      vn: 'Không thể rút tiền hay chuyển cho người dùng khác đến {time} UTC. Không ai có thể gỡ sớm, kể cả bộ phận hỗ trợ.',
      zh: '在 {time} UTC 之前无法提现或转账给其他用户。任何人（包括客服）均不能提前解除。',
    },
  },
};

import type { GrowthCode } from '@karat/contract';
import type { Catalogue } from '@karat/i18n';

/** Refusals of growth. */
export const growthMessages: Catalogue<GrowthCode> = {
  invitation_unknown: {
    en: 'This user was not invited or has paid no fees.',
    hk: '此用戶並非受邀註冊，或未支付過手續費。',
    th: 'ผู้ใช้นี้ไม่ได้ถูกเชิญหรือยังไม่เคยจ่ายค่าธรรมเนียม',
    jp: 'このユーザーは招待されていないか、手数料を支払っていません。',
    kor: '초대받지 않았거나 수수료를 낸 적이 없는 사용자입니다.',
    fra: 'Cet utilisateur n’a pas été invité ou n’a payé aucuns frais.',
    spa: 'Este usuario no fue invitado o no ha pagado comisiones.',
    vn: 'Người dùng này không được mời hoặc chưa trả phí.',
    zh: '该用户并非受邀注册，或未支付过手续费。',
  },
  invitation_decided: {
    en: 'The rebates of this user are not held.',
    hk: '此用戶的返佣並未被凍結。',
    th: 'ค่าคอมมิชชันของผู้ใช้นี้ไม่ได้ถูกพักไว้',
    jp: 'このユーザーのリベートは保留されていません。',
    kor: '이 사용자의 리베이트는 보류 상태가 아닙니다.',
    fra: 'Les remises de cet utilisateur ne sont pas retenues.',
    spa: 'Los reembolsos de este usuario no están retenidos.',
    vn: 'Hoa hồng của người dùng này không bị giữ.',
    zh: '该用户的返佣未被冻结。',
  },
};

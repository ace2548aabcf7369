import type { MessagesCode } from '@karat/contract';
import type { Catalogue } from '@karat/i18n';

export const messagesMessages: Catalogue<MessagesCode> = {
  notice_unknown: {
    en: 'This message does not exist any more.',
    hk: '此訊息已不存在。',
    th: 'ไม่มีข้อความนี้แล้ว',
    jp: 'このメッセージはもう存在しません。',
    kor: '더 이상 존재하지 않는 메시지입니다.',
    fra: 'Ce message n’existe plus.',
    spa: 'Este mensaje ya no existe.',
    vn: 'Tin nhắn này không còn tồn tại.',
    zh: '该消息已不存在。',
  },
  notice_group_fixed: {
    en: 'Mails about the security of your account cannot be turned off.',
    hk: '帳戶安全相關的電郵無法關閉。',
    th: 'ไม่สามารถปิดอีเมลเกี่ยวกับความปลอดภัยของบัญชีได้',
    jp: 'アカウントのセキュリティに関するメールはオフにできません。',
    kor: '계정 보안 관련 메일은 끌 수 없습니다.',
    fra: 'Les e-mails de sécurité de votre compte ne peuvent pas être désactivés.',
    spa: 'Los correos sobre la seguridad de tu cuenta no se pueden desactivar.',
    vn: 'Không thể tắt email về bảo mật tài khoản.',
    zh: '账户安全相关的邮件无法关闭。',
  },
};

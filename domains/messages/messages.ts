import type { MessagesCode } from '@karat/contract';
import type { Catalogue } from '@karat/i18n';

export const messagesMessages: Catalogue<MessagesCode> = {
  notice_unknown: {
    en: 'This message no longer exists.',
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
    en: 'Messages and e-mails about the security of your account cannot be turned off.',
    hk: '帳戶安全相關的訊息與電郵無法關閉。',
    th: 'ไม่สามารถปิดข้อความและอีเมลเกี่ยวกับความปลอดภัยของบัญชีได้',
    jp: 'アカウントのセキュリティに関するメッセージとメールはオフにできません。',
    kor: '계정 보안 관련 메시지와 메일은 끌 수 없습니다.',
    fra: 'Les messages et e-mails de sécurité de votre compte ne peuvent pas être désactivés.',
    spa: 'Los mensajes y correos sobre la seguridad de tu cuenta no se pueden desactivar.',
    vn: 'Không thể tắt tin nhắn và email về bảo mật tài khoản.',
    zh: '账户安全相关的消息和邮件无法关闭。',
  },
  push_endpoint: {
    en: 'This browser’s push service is not supported.',
    hk: '不支援此瀏覽器的推播服務。',
    th: 'ไม่รองรับบริการพุชของเบราว์เซอร์นี้',
    jp: 'このブラウザのプッシュサービスには対応していません。',
    kor: '이 브라우저의 푸시 서비스는 지원되지 않습니다.',
    fra: 'Le service push de ce navigateur n’est pas pris en charge.',
    spa: 'El servicio push de este navegador no es compatible.',
    vn: 'Dịch vụ thông báo đẩy của trình duyệt này không được hỗ trợ.',
    zh: '不支持此浏览器的推送服务。',
  },
};

import type { ContentCode } from '@karat/contract';
import type { Catalogue } from '@karat/i18n';

export const contentMessages: Catalogue<ContentCode> = {
  article_unknown: {
    en: 'This article is no longer available.',
    hk: '此文章已不存在。',
    th: 'บทความนี้ไม่มีอยู่แล้ว',
    jp: 'この記事は表示できません。',
    kor: '이 글은 더 이상 볼 수 없습니다.',
    fra: 'Cet article n’est plus disponible.',
    spa: 'Este artículo ya no está disponible.',
    vn: 'Bài viết này không còn nữa.',
    zh: '该文章已不存在。',
  },
  article_published: {
    en: 'This article has been published. Withdraw it instead; its history is kept.',
    hk: '此文章曾經發佈。請改為撤下；其歷史會保留。',
    th: 'บทความนี้เคยเผยแพร่แล้ว โปรดถอนบทความแทน ประวัติจะถูกเก็บไว้',
    jp: 'この記事は公開済みです。削除ではなく公開を停止してください。履歴は保存されます。',
    kor: '이미 게시된 글입니다. 삭제 대신 게시를 중단하세요. 이력은 보관됩니다.',
    fra: 'Cet article a été publié. Retirez-le plutôt ; son historique est conservé.',
    spa: 'Este artículo se publicó. Retíralo en su lugar; su historial se conserva.',
    vn: 'Bài viết này đã được đăng. Hãy gỡ bài; lịch sử của bài được giữ lại.',
    zh: '该文章曾经发布。请改为撤下；其历史会保留。',
  },
};

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
};

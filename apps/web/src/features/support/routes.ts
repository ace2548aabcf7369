import type { Screen } from '../../lib/screen.ts';
import { accountText } from '../../ui/account/text.ts';
import { conversationText } from '../../ui/conversation/text.ts';
import { pictureText } from '../../ui/picture/text.ts';
import { supportText } from './text.ts';

export const screens: readonly Screen[] = [
  { path: '/pages/kefu/index', load: () => import('./Home.tsx'), texts: [supportText] },
  {
    path: '/pages/kf/kf',
    load: () => import('./Conversation.tsx'),
    texts: [supportText, conversationText, accountText, pictureText],
    by: ['id', 'form'],
  },
];

import type { Screen } from '../../lib/screen.ts';
import { conversationText } from '../../ui/conversation/text.ts';
import { chatText } from './text.ts';

export const screens: readonly Screen[] = [
  { path: '/pages/chat/rooms', load: () => import('./Rooms.tsx'), texts: [chatText] },
  {
    path: '/pages/chat/room',
    load: () => import('./Room.tsx'),
    texts: [chatText, conversationText],
    by: ['id'],
  },
];

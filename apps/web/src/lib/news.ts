import { usePages } from './query.ts';

/** Wire category of announcements. */
const NEWS = 4;

export const useNews = () => usePages('post', 'news/list', { c_id: NEWS });

import type { ArticlePreview } from '@karat/contract';
import { createRoot } from 'react-dom/client';
import { ArticlePreviewScreen } from './ArticlePreviewScreen.tsx';
import { usePreferences } from './lib/preferences.ts';
import { shellText } from './lib/shell-text.ts';
import { followLanguage } from './lib/text.ts';
import { followTheme } from './lib/theme.ts';
import './ui/theme.css';

const element = document.getElementById('root');
if (!element) throw new Error('preview.html has no #root');
const root = createRoot(element);

followTheme();
followLanguage();
// The frame is as wide as a phone, whose scroll bar takes no room.
document.documentElement.style.scrollbarWidth = 'none';
document.documentElement.style.scrollbarGutter = 'auto';

/** Shows what the console sends. Language and theme are set for this page only and not stored. */
async function show(preview: ArticlePreview): Promise<void> {
  const { lang: language, theme } = preview;
  await shellText.load(language);
  usePreferences.setState({ language, theme });
  root.render(<ArticlePreviewScreen preview={preview} />);
}

// The page that frames this one is of the same origin, as its policy demands.
window.addEventListener('message', ({ origin, source, data }: MessageEvent<ArticlePreview>) => {
  if (origin === window.location.origin && source === window.parent && source !== window) void show(data);
});

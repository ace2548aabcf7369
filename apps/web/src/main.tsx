// The largest of the libraries runs in the task of this module.
import 'react-dom/client';
import { nextTask } from './lib/next-task.ts';
import './ui/theme.css';

/** Loads the app in steps: each graph of modules runs in a task of its own, so that taps do not wait for all of them. */
async function load(): Promise<void> {
  await nextTask();
  const { start } = await import('./start.tsx');
  await nextTask();
  await start(nextTask);
}

// Too old a browser: public/theme.js shows another page, and the app never starts.
if (!('outdated' in document.documentElement.dataset)) await load();

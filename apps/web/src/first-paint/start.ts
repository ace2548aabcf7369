import { afterFirstPaint } from './after-paint.ts';
import { boot, preload } from './boot.ts';
import type { BootData } from './boot.ts';

/** Loads the app with the modules that it would ask for one after another. */
function loadApp({ entry, modules }: BootData['app']): void {
  const script = document.createElement('script');
  script.type = 'module';
  script.src = entry;
  document.head.append(script);
  preload(modules);
}

const json = document.getElementById('first-paint')?.textContent;
if (json) {
  const data = JSON.parse(json) as BootData;
  let rest: readonly (() => void)[] = [];
  try {
    rest = boot(data);
  } finally {
    // The app starts even where something else fails.
    afterFirstPaint(() => {
      for (const task of [() => loadApp(data.app), ...rest]) setTimeout(task);
    });
  }
}

// Runs before the first paint, so that the page never flashes in the wrong theme.
(function () {
  var kept = function (key) {
    try {
      return JSON.parse(localStorage.getItem(key));
    } catch (_) {
      return null;
    }
  };
  var root = document.documentElement;

  // Without these a browser is older than Safari 16.4, Chrome 111 and Firefox 115: it gets a page that says so.
  var able =
    'toSorted' in Array.prototype &&
    'attachInternals' in HTMLElement.prototype &&
    window.CSS &&
    CSS.supports('color', 'color-mix(in srgb, red, red)');
  if (!able) {
    // The app does not start then.
    root.setAttribute('data-outdated', '');
    var outdated = document.createElement('script');
    outdated.src = './outdated.js';
    document.head.appendChild(outdated);
    return;
  }

  var choice = kept('theme');
  var dark = choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.dataset.theme = dark ? 'dark' : 'light';
  if (kept('red_up') === true) root.dataset.redUp = '';

  // The texts of the shell are wanted by the first picture: they are fetched together with its code. A wrong guess costs
  // one small file; the app itself decides on the language.
  var byTag = { th: 'th', ja: 'jp', ko: 'kor', fr: 'fra', es: 'spa', vi: 'vn', zh: 'zh' };
  var tag = (navigator.language || '').toLowerCase();
  var guess = /^zh.*(hant|hk|tw|mo)/.test(tag) ? 'hk' : byTag[tag.slice(0, 2)] || 'en';
  var hint = document.querySelector('meta[name="texts"]');
  var files = hint ? JSON.parse(hint.content) : {};
  var file = files[kept('language') || guess];
  if (!file) return;
  var link = document.createElement('link');
  link.rel = 'modulepreload';
  link.href = file;
  document.head.append(link);
})();

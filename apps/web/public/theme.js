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
})();

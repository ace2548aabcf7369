// Runs before the first paint, so that the page never flashes in the wrong theme or language direction.
(function () {
  var kept = function (key) {
    try {
      return JSON.parse(localStorage.getItem(key));
    } catch (_) {
      return null;
    }
  };
  var root = document.documentElement;
  var choice = kept('theme');
  var dark = choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.dataset.theme = dark ? 'dark' : 'light';
  if (kept('red_up') === true) root.dataset.redUp = '';
})();

// Replaces the page in a browser that is too old for the app. Written for such browsers.
(function () {
  var BROWSERS = 'Chrome 111, Edge 111, Firefox 115, Safari 16.4 (iOS 16.4)';
  var TEXTS = [
    ['en', 'This browser is too old for Karat. Please update it, or use one of these or newer:'],
    ['zh-Hans', '此浏览器版本过旧，无法使用 Karat。请更新浏览器，或使用以下版本或更新版本：'],
    ['zh-Hant', '此瀏覽器版本過舊，無法使用 Karat。請更新瀏覽器，或使用以下版本或更新版本：'],
    [
      'ja',
      'お使いのブラウザは古いため、Karatを利用できません。更新するか、次のバージョン以降をお使いください：',
    ],
    [
      'ko',
      '이 브라우저는 오래되어 Karat을 이용할 수 없습니다. 업데이트하거나 다음 버전 이상을 사용해 주세요:',
    ],
    [
      'fr',
      'Ce navigateur est trop ancien pour Karat. Mettez-le à jour ou utilisez l’un de ceux-ci, ou une version plus récente\u202f:',
    ],
    [
      'es',
      'Este navegador es demasiado antiguo para Karat. Actualízalo o usa uno de estos o una versión posterior:',
    ],
    [
      'vi',
      'Trình duyệt này quá cũ để dùng Karat. Hãy cập nhật hoặc dùng một trong các phiên bản sau trở lên:',
    ],
    ['th', 'เบราว์เซอร์นี้เก่าเกินไปสำหรับ Karat โปรดอัปเดต หรือใช้เวอร์ชันต่อไปนี้ขึ้นไป:'],
  ];
  function show() {
    var root = document.getElementById('root');
    if (root) root.parentNode.removeChild(root);
    var main = document.createElement('main');
    main.style.cssText = 'max-width:34em;margin:0 auto;padding:24px;font:16px/1.5 sans-serif';
    var title = document.createElement('h1');
    title.textContent = 'Karat';
    main.appendChild(title);
    for (var i = 0; i < TEXTS.length; i++) {
      var text = document.createElement('p');
      text.lang = TEXTS[i][0];
      text.textContent = TEXTS[i][1] + ' ' + BROWSERS;
      main.appendChild(text);
    }
    document.body.appendChild(main);
  }
  if (document.body) show();
  else document.addEventListener('DOMContentLoaded', show);
})();

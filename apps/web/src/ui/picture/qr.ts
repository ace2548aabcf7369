import { renderSVG } from 'uqr';

/** A QR code as the address of a picture: dark on light in either theme, with a margin of so many modules. */
export const qrPicture = (text: string, margin = 1): string =>
  `data:image/svg+xml,${encodeURIComponent(
    renderSVG(text, { border: margin, blackColor: '#14120d', whiteColor: '#ffffff' }),
  )}`;

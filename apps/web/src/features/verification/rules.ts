/** Client-side checks of the forms; the server decides. */

/** Letters of any script; between them spaces, dots, hyphens, apostrophes and middle dots. */
export const nameFits = (text: string): boolean => {
  const name = text.trim();
  const { length } = Array.from(name);
  return length >= 2 && length <= 80 && /^\p{L}[\p{L}\p{M} .·・'’-]*$/u.test(name);
};

/** Letters and digits with at least four digits, as printed. */
export const cardFits = (text: string): boolean => {
  const card = text.replace(/[\s().·/-]/g, '');
  return /^[a-z0-9]{5,24}$/i.test(card) && (card.match(/[0-9]/g)?.length ?? 0) >= 4;
};

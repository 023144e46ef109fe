const PLAIN = 'aceinosuyzACEINOSUYZ'
const ACCENTED = 'áçéíñöšüýžÁÇÉÍÑÖŠÜÝŽ'
const ACCENTS = new Map([...PLAIN].map((letter, at) => [letter, ACCENTED[at] ?? letter]))
/** Placeholders, nested keys, and tags stay as they are. */
const FIXED = /(\{\{.*?\}\}|\$t\(.*?\)|<[^>]*>)/

/**
 * A text with accents, 40 % longer, in brackets: what lacks the brackets is cut, and what lacks the accents isn't a text of
 * the catalogs.
 */
export function pseudo(text: string): string {
  if (text === '') return text
  const accented = text
    .split(FIXED)
    .map((part) =>
      FIXED.test(part) ? part : part.replaceAll(/[a-z]/gi, (letter) => ACCENTS.get(letter) ?? letter),
    )
    .join('')
  const letters = text
    .split(FIXED)
    .filter((part) => !FIXED.test(part))
    .join('').length
  return `⟦${accented}${'~'.repeat(Math.ceil(letters * 0.4))}⟧`
}

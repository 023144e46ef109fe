// oxlint-disable-next-line no-control-regex -- all of ASCII but NUL, which PostgreSQL refuses
const ASCII = /^[\u0001-\u007f]*$/

/** True for a text of ASCII without NUL: it has one form, and folding changes its case alone. */
export function isAscii(text: string): boolean {
  return ASCII.test(text)
}

/** Text as it is compared and searched: compatibility forms, case and accents away ("Änd" and "and" are one). */
export function foldText(text: string): string {
  if (isAscii(text)) return text.toLowerCase()
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]+/g, '')
    .toLowerCase()
    .normalize('NFC')
}

/** Text as it is stored: NFC, without NUL and lone surrogates, which PostgreSQL and UTF-8 refuse (each becomes U+FFFD). */
export function cleanText(text: string): string {
  if (isAscii(text)) return text
  return text.toWellFormed().replaceAll('\u0000', '\uFFFD').normalize('NFC')
}

/** Text as it is compared and searched: compatibility forms, case and accents away ("Änd" and "and" are one). */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]+/g, '')
    .toLowerCase()
    .normalize('NFC')
}

/** Text as it is stored: NFC, without NUL and lone surrogates, which PostgreSQL and UTF-8 refuse (each becomes U+FFFD). */
export function cleanText(text: string): string {
  return text.toWellFormed().replaceAll('\u0000', '\uFFFD').normalize('NFC')
}

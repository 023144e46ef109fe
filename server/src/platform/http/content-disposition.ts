/** Characters allowed unescaped in a token and in the extended form (RFC 5987, attr-char). */
const PLAIN = /[^A-Za-z0-9!#$&+.^_`|~-]/gu

/**
 * The Content-Disposition header of a download (RFC 6266): a plain name for old readers, the whole one for all others.
 * No character of the name can end the header or its parameter.
 */
export function attachmentNamed(name: string): string {
  const whole = name.toWellFormed()
  const simple = whole
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^\x20-\x7e]+/g, '_')
    .replace(/["\\%/;]/g, '_')
    .slice(0, 150)
  return `attachment; filename="${simple}"; filename*=UTF-8''${extended(whole)}`
}

function extended(text: string): string {
  return text.replace(PLAIN, (character) => encodeURIComponent(character).replace(/['()*]/g, percent))
}

function percent(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`
}

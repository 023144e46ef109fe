export interface TextPart {
  text: string
  /** Set when the part is an address on the web. */
  href?: string
}

/** Splits the text into parts with links separate; trailing punctuation isn't part of a link. */
export function textParts(text: string): TextPart[] {
  const parts: TextPart[] = []
  let from = 0
  for (const match of text.matchAll(/https?:\/\/[^\s<>"]+/g)) {
    const address = match[0].replace(/[.,;:!?)\]]+$/, '')
    if (match.index > from) parts.push({ text: text.slice(from, match.index) })
    parts.push({ text: address, href: address })
    from = match.index + address.length
  }
  if (from < text.length) parts.push({ text: text.slice(from) })
  return parts
}

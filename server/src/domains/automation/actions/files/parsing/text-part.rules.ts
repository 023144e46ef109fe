export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

export interface TextPart {
  content: string
  encoding: Encoding
  /** Bytes that the text was made of: a character that the end of the part cuts belongs to the next one. */
  length: number
}

/** A part of a file as text, in the encoding that the beginning of the file shows. */
export function textPart(
  part: Buffer,
  { head, from, size }: { head: Buffer; from: number; size: number },
): TextPart {
  const encoding = encodingOf(head)
  const isLast = from + part.length >= size
  const whole = isLast ? part : part.subarray(0, part.length - cutBytes(part, encoding))
  return { content: clean(new TextDecoder(encoding).decode(whole)), encoding, length: whole.length }
}

/** By its mark, as UTF-8 when it is that, else as Windows writes it. */
export function encodingOf(head: Uint8Array): Encoding {
  const [first, second] = head
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true })
    return 'utf-8'
  } catch {
    // Not UTF-8: that is the answer.
    return 'windows-1252'
  }
}

/** How many bytes at the end belong to a character that continues; never all of them. */
function cutBytes(part: Buffer, encoding: Encoding): number {
  if (encoding === 'windows-1252') return 0
  if (encoding !== 'utf-8') {
    const odd = part.length % 2
    const at = part.length - odd - 2
    const unit = at < 0 ? 0 : encoding === 'utf-16le' ? part.readUInt16LE(at) : part.readUInt16BE(at)
    const isHalf = unit >= 0xd800 && unit <= 0xdbff
    return Math.min(odd + (isHalf ? 2 : 0), Math.max(0, part.length - 1))
  }
  for (let back = 1; back <= Math.min(3, part.length - 1); back += 1) {
    const byte = part[part.length - back] ?? 0
    if (byte < 0x80) return 0
    if (byte >= 0xc0) return back < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? back : 0
  }
  return 0
}

/** The database has no NUL in texts. */
export function clean(text: string): string {
  return text.replaceAll('\u0000', '\uFFFD')
}

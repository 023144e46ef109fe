import type { OpenUpload } from './table-shape.ts'

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

/** The encoding of a text file: by its mark, as UTF-8 when all of it is that, else as Windows writes it. */
export async function encodingOf(upload: OpenUpload): Promise<Encoding> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let first = true
  try {
    for await (const chunk of (await upload.open()) as AsyncIterable<Buffer>) {
      if (first) {
        const mark = chunk.subarray(0, 2).toString('hex')
        if (mark === 'fffe') return 'utf-16le'
        if (mark === 'feff') return 'utf-16be'
      }
      first = false
      decoder.decode(chunk, { stream: true })
    }
    decoder.decode()
    return 'utf-8'
  } catch (error) {
    if (error instanceof TypeError) return 'windows-1252'
    throw error
  }
}

/** The text of a file in pieces, without a byte order mark. */
export async function* decoded(upload: OpenUpload, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  for await (const chunk of (await upload.open()) as AsyncIterable<Buffer>) {
    const text = decoder.decode(chunk, { stream: true })
    if (text !== '') yield text
  }
  const rest = decoder.decode()
  if (rest !== '') yield rest
}

import { describe, expect, it } from 'vitest'
import { sseReader } from './sse.ts'

const TEXT = 'event: text\ndata: {"delta":"Hé"}\n\n: a comment\n\nevent: done\ndata: 1\ndata: 2\n\n'

describe('server-sent event reader', () => {
  it('finds the same events however the stream is split', () => {
    for (let size = 1; size <= TEXT.length; size++) {
      const read = sseReader()
      const found = []
      for (let at = 0; at < TEXT.length; at += size) found.push(...read(TEXT.slice(at, at + size)))
      expect(found).toEqual([
        { event: 'text', data: '{"delta":"Hé"}' },
        { event: 'done', data: '1\n2' },
      ])
    }
  })

  it('accepts all kinds of line endings, even one that is split', () => {
    const read = sseReader()
    expect(read('event: text\r\ndata: a\r\n\r')).toEqual([])
    expect(read('\ndata:b\r\r')).toEqual([{ event: 'text', data: 'a' }])
    expect(read('\n')).toEqual([{ event: 'message', data: 'b' }])
  })

  it('holds back an incomplete event', () => {
    expect(sseReader()('event: text\ndata: half')).toEqual([])
  })
})

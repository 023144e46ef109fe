import { describe, expect, test } from 'vitest'
import { isFailure } from '../errors.ts'
import { parseJsonBody } from './parse.ts'

const parse = (text: string) => parseJsonBody(Buffer.from(text), 'application/json')
const nested = (levels: number, open: string, close: string) =>
  `${open.repeat(levels)}1${close.repeat(levels)}`

describe('a JSON body', () => {
  test.each([
    ['[', ']'],
    ['{"a":', '}'],
    ['{"\\"[":[', ']}'],
  ])('that nests %s two hundred thousand deep is refused before anything recurses into it', (open, close) => {
    let thrown: unknown
    try {
      parse(nested(200_000, open, close))
    } catch (error) {
      thrown = error
    }
    expect(isFailure(thrown, 'request.malformed')).toBe(true)
  })

  test('may nest two hundred deep, and hold any number of brackets in texts', () => {
    expect(JSON.stringify(parse(nested(200, '[', ']')))).toBe(nested(200, '[', ']'))
    const text = '[{\\"'.repeat(1_000)
    expect(parse(JSON.stringify({ text }))).toEqual({ text })
  })
})

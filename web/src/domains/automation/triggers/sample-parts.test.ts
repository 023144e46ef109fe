import { describe, expect, it } from 'vitest'
import { readHeaders, readJson, sampleOf } from './sample-parts.ts'

describe('delivery sample', () => {
  it('starts with the previous body and the headers conditions use', () => {
    const received = {
      body: { n: 1 },
      headers: { 'x-github-event': 'push', 'x-forwarded-for': '192.0.2.1', accept: '*/*' },
    }
    expect(sampleOf(received)).toEqual({ payload: { n: 1 }, headers: { 'x-github-event': 'push' } })
    expect(sampleOf(null)).toEqual({ payload: {}, headers: {} })
  })

  it('is parsed as typed', () => {
    expect(readJson('[1]')).toEqual({ value: [1] })
    expect(readJson('{')).toBeUndefined()
    expect(readHeaders(' ')).toEqual({})
    expect(readHeaders('{"x-a": "b"}')).toEqual({ 'x-a': 'b' })
    for (const text of ['[]', '{"x-a": 1}', 'x']) expect(readHeaders(text)).toBeUndefined()
  })
})

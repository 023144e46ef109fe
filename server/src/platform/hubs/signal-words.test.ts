import { describe, expect, it } from 'vitest'
import { concerns, payloadOf, wordsIn, wordsOf } from './signal-words.ts'

const ended = (state: string) => ({ topic: 'internal' as const, name: 'run.ended', payload: { state } })

describe('words of a signal', () => {
  it('name the kind of each fact, and the state of internal ones', () => {
    const records = {
      topic: 'model',
      verb: 'created',
      kind: 'records',
      id: '1',
      rev: 1,
      need: 'record:read',
    } as const
    const task = { topic: 'task', type: 'job', taskId: '1', need: 'record:read' } as const
    expect(wordsOf([records, task, ended('failed'), ended('failed')])).toEqual(
      new Set(['records', 'task.job', 'run.ended', 'run.ended.failed']),
    )
  })

  it('come over the channel as they were, and wake only who waits for one of them', () => {
    const words = wordsIn(payloadOf(wordsOf([ended('failed')])))
    expect(words).toEqual(new Set(['run.ended', 'run.ended.failed']))
    expect(concerns(words, ['run.ended.failed'])).toBe(true)
    expect(concerns(words, ['mail.queued', 'records'])).toBe(false)
    expect(concerns(words, undefined)).toBe(true)
  })

  it('that don’t fit into a notification wake everyone', () => {
    const odd = wordsOf([{ topic: 'internal', name: "quote'd", payload: {} }])
    expect(payloadOf(odd)).toBe('')
    expect(wordsIn('')).toBeNull()
    expect(concerns(wordsIn(payloadOf(odd)), ['mail.queued'])).toBe(true)
    expect(payloadOf(null)).toBe('')
  })
})

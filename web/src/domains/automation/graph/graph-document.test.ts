import { describe, expect, it } from 'vitest'
import { differs, pathText, placeOf, readDocument } from './graph-document.ts'

const hook = { key: 'hook', kind: 'webhook', with: { auth: 'none' } }

describe('graph document', () => {
  it('preserves the valid parts of a faulty draft', () => {
    const { steps, triggers } = readDocument({
      triggers: [hook, { key: 'x', kind: 'unheard' }, 7],
      steps: [
        { key: 'good', action: 'data.template', with: { text: 'x' } },
        { key: 'bad', action: 5, after: 'good', surprise: true },
        { key: 'good', action: 'data.filter' },
        { action: 'nameless' },
        'text',
        null,
      ],
    })
    expect(steps.map(({ key, action, after }) => [key, action, after])).toEqual([
      ['good', 'data.template', []],
      ['bad', '', 'good'],
    ])
    expect(triggers.map(({ key }) => key)).toEqual(['hook'])
    expect(readDocument({ steps: 'none' })).toEqual({ steps: [], triggers: [] })
  })

  it('locates a problem at its step, at the step of its path, or at the document', () => {
    const document = { steps: [{ key: 'a' }, 'broken'], triggers: [hook] }
    const issue = (path: (string | number)[], more = {}) => ({ path, code: 'x', message: 'x', ...more })
    expect(placeOf(issue(['steps', 1], { step: 'b' }), document)).toBe('b')
    expect(placeOf(issue(['steps', 0, 'with', 'url']), document)).toBe('a')
    expect(placeOf(issue(['triggers', 0, 'when']), document)).toBe('trigger/hook')
    expect(placeOf(issue(['steps', 1]), document)).toBeNull()
    expect(placeOf(issue(['title']), document)).toBeNull()
    expect(pathText(issue(['steps', 0, 'with', 'url']))).toBe('steps.0.with.url')
  })

  it('differs from the published version by content, not by number or key order', () => {
    const draft = { title: 'A', steps: [{ key: 'a', action: 'x' }] }
    expect(differs(draft, { steps: [{ action: 'x', key: 'a' }], title: 'A', version: 3 })).toBe(false)
    expect(differs(draft, { ...draft, title: 'B', version: 3 })).toBe(true)
    expect(differs(draft, null)).toBe(true)
  })
})

import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import { printDocument } from '@caseloom/playbook/document-text'
import { describe, expect, it } from 'vitest'
import { readDocumentText } from '../model/new-playbook.ts'
import { actionOf } from '../parts/action-view.ts'
import { marksOf, readText } from './yaml-marks.ts'
import { yamlSuggest } from './yaml-suggestions.ts'

/** Seeded random numbers, so that a failing case can be reproduced. */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const WORDS = [
  'plain',
  'yes',
  'null',
  '1e3',
  ' lead',
  'a: b',
  '# no',
  '{% steps.a.output %}',
  'text {% "%}" & x %}\nmore',
  "'q'",
  '- x',
  '|',
  '2026-11-22',
  '',
  '~',
  'ä\t🙂',
  '0x1F',
  '&anchor',
  '*alias',
  '!tag',
  'tail ',
]

function valueOf(random: () => number, depth: number): JsonValue {
  const kind = Math.floor(random() * (depth > 3 ? 4 : 6))
  const word = () => WORDS[Math.floor(random() * WORDS.length)] ?? ''
  if (kind === 0) return word()
  if (kind === 1) return Math.round((random() - 0.5) * 10 ** Math.floor(random() * 9)) / 8
  if (kind === 2) return random() < 0.5
  if (kind === 3) return random() < 0.3 ? null : word() + word()
  const size = Math.floor(random() * 5)
  if (kind === 4) return Array.from({ length: size }, () => valueOf(random, depth + 1))
  return Object.fromEntries(
    Array.from({ length: size }, (_, at) => [`${word()}${at}`, valueOf(random, depth + 1)]),
  )
}

describe('document text', () => {
  it('round-trips 500 generated documents', () => {
    for (let seed = 1; seed <= 500; seed++) {
      const random = randomOf(seed)
      const document: JsonObject = {
        playbook: `p${seed}`,
        title: 'x',
        steps: Array.from({ length: Math.floor(random() * 6) }, (_, at) => ({
          key: `s${at}`,
          action: 'data.transform',
          with: { value: valueOf(random, 0) },
        })),
      }
      const read = readText(printDocument(document), '')
      expect(read.ok ? read.document : read.faults, `seed ${seed}`).toEqual(document)
    }
  })

  it('places issues at their positions', () => {
    const broken = readText('title: x\nsteps: [', '')
    expect(broken.ok).toBe(false)
    expect(marksOf('title: x\nsteps: [', [], broken)[0]?.from).toBeGreaterThan(8)
    const text = 'title: x\nsteps:\n  - key: a\n    action: nope\n'
    const [mark] = marksOf(
      text,
      [{ path: ['steps', 0, 'action'], code: 'unknown_action', message: 'There is none' }],
      readText(text, ''),
    )
    expect(text.slice(mark?.from, mark?.to)).toBe('nope')
    expect(readText('- 1', 'no object')).toMatchObject({ ok: false, faults: [{ message: 'no object' }] })
  })
})

describe('text with 10,000 steps', () => {
  const steps = Array.from({ length: 10_000 }, (_no, at) => ({
    key: `s${at}`,
    action: 'data.transform',
    after: at === 0 ? [] : [`s${at - 1}`],
  }))
  const shell = { playbook: 'crowd', title: 'Crowd' }

  it.each([
    [
      'YAML',
      `playbook: crowd\ntitle: Crowd\nsteps:\n${steps.map(({ key }) => `  - key: ${key}\n    action: data.transform`).join('\n')}\n`,
    ],
    ['JSON', JSON.stringify({ ...shell, steps })],
    [
      'YAML, inside a block',
      `playbook: c\nsteps:\n  - key: all\n    action: flow.try\n    steps: ${JSON.stringify(steps)}`,
    ],
  ])(
    'is reported as too long at its position, and never reaches the canvas: %s',
    { timeout: 60_000 },
    (_name, text) => {
      const begun = process.cpuUsage()
      const read = readText(text, '')
      const { user, system } = process.cpuUsage(begun)
      expect(read).toMatchObject({
        ok: false,
        faults: [{ message: expect.stringContaining('at most 500 steps') }],
      })
      expect(readDocumentText(text)).toMatchObject({
        ok: false,
        faults: [{ message: expect.stringContaining('500') }],
      })
      expect((user + system) / 1_000).toBeLessThan(10_000)
    },
  )

  it('accepts a few steps over the limit while editing', () => {
    expect(readText(JSON.stringify({ ...shell, steps: steps.slice(0, 600) }), '').ok).toBe(true)
  })
})

describe('YAML suggestions', () => {
  const http = actionOf(new Map(), 'http.request')
  if (http === undefined) throw new Error('No http.request')
  const actions = new Map([[http.name, http]])
  const at = (text: string) =>
    yamlSuggest(text, text.length, actions)?.options.map(({ label }) => label) ?? []

  it('offer properties at the top level, in a step, a trigger, and an edge', () => {
    expect(at('ti')).toContain('title: ')
    expect(at('steps:\n  - key: a\n    ac')).toContain('action: ')
    expect(at('triggers:\n  - ki')).toContain('kind: ')
    expect(at('steps:\n  - key: a\n    after:\n      - st')).toEqual(['step: ', 'on: ', 'when: ', 'case: '])
  })

  it("offer actions, kinds, and the inputs of the step's action", () => {
    expect(at('steps:\n  - key: a\n    action: ht')).toEqual(['http.request'])
    expect(at('triggers:\n  - key: a\n    kind: ')).toContain('webhook')
    expect(at('steps:\n  - key: a\n    action: http.request\n    with:\n      u')).toContain('url: ')
    expect(at('steps:\n  - key: a\n    action: nope\n    with:\n      u')).toEqual([])
  })
})

import type { JsonObject } from '@caseloom/contract/kernel/json'
import { describe, expect, it } from 'vitest'
import { printDocument, readDocument } from '@caseloom/playbook/document-text'
import { clipOf, clipText, paste, readClip } from './clipboard.ts'
import { moveStep } from './draft.ts'
import { stepsOf } from './places.ts'
import { duplicate } from './shape.ts'

const document: JsonObject = {
  playbook: 'one',
  triggers: [{ key: 'hook', kind: 'webhook', with: { auth: 'none' } }],
  steps: [
    { key: 'a', action: 'data.transform', with: { value: 1 } },
    { key: 'b', action: 'data.transform', with: { value: '{% steps.a.output + 1 %}' }, after: 'a' },
    {
      key: 'c',
      action: 'data.transform',
      with: { value: '{% steps.b.output %}' },
      after: [{ step: 'b', on: 'failure' }],
    },
    {
      key: 'each',
      action: 'flow.forEach',
      with: { items: '{% [1] %}' },
      steps: [{ key: 'inner', action: 'data.filter' }],
    },
  ],
}

describe('copying steps', () => {
  it('transfers them as YAML into a playbook without them', () => {
    const clip = readClip(clipText(clipOf(document, ['b', 'c', 'trigger/hook'])))
    expect(clip?.steps.map(({ key }) => key)).toEqual(['b', 'c'])
    const { document: other, nodes } = paste(
      { playbook: 'two' },
      clip ?? { steps: [], triggers: [], comments: {} },
      null,
    )
    expect(nodes).toEqual(['trigger/hook', 'b', 'c'])
    expect(other).toEqual({
      playbook: 'two',
      steps: [
        { key: 'b', action: 'data.transform', with: { value: '{% steps.a.output + 1 %}' } },
        {
          key: 'c',
          action: 'data.transform',
          with: { value: '{% steps.b.output %}' },
          after: [{ step: 'b', on: 'failure' }],
        },
      ],
      triggers: [{ key: 'hook', kind: 'webhook', with: { auth: 'none' } }],
    })
  })

  it('makes keys unique and updates references, below the selected step', () => {
    const clip = clipOf(document, ['a', 'b'])
    const { document: next, nodes } = paste(document, clip, 'a')
    expect(nodes).toEqual(['a2', 'b2'])
    const pasted = stepsOf(next).filter(({ key }) => nodes.includes(key))
    expect(pasted.map(({ step }) => step)).toEqual([
      { key: 'a2', action: 'data.transform', with: { value: 1 }, after: 'a' },
      { key: 'b2', action: 'data.transform', with: { value: '{% steps.a2.output + 1 %}' }, after: 'a2' },
    ])
  })

  it('copies entire blocks', () => {
    const clip = clipOf(document, ['each', 'inner'])
    expect(clip.steps.map(({ key }) => key)).toEqual(['each'])
    const { document: next } = paste(document, clip, null)
    expect(stepsOf(next).map(({ key }) => key)).toEqual(['a', 'b', 'c', 'each', 'inner', 'each2', 'inner2'])
  })

  it('reads lists of steps and documents, and nothing else', () => {
    expect(readClip('- key: x\n  action: data.filter')?.steps).toHaveLength(1)
    expect(readClip(JSON.stringify(document))?.steps).toHaveLength(4)
    expect(readClip('just words')).toBeNull()
    expect(readClip('a: [1')).toBeNull()
    expect(readClip('steps: [{ key: x }]')).toBeNull()
  })
})

describe('YAML comments', () => {
  const TEXT = `playbook: noted
title: Noted
triggers:
  # From the mail gateway
  - key: hook
    kind: webhook
steps:
  # Reads what came
  - key: a
    action: data.transform
    with:
      value: 1 # one is enough
  - key: each
    action: flow.forEach
    with:
      items: "{% [1] %}"
    steps:
      # Once per host
      - key: inner
        action: data.filter
`
  const noted = (): JsonObject => {
    const read = readDocument(TEXT)
    if (!read.ok) throw new Error('The text is no document')
    return read.value as JsonObject
  }
  const COMMENTS = ['# From the mail gateway', '# Reads what came', '# one is enough', '# Once per host']
  const commentsOf = (text: string) => COMMENTS.filter((comment) => text.includes(comment))

  it('are copied with their steps and triggers, also into another playbook', () => {
    const text = clipText(clipOf(noted(), ['trigger/hook', 'a', 'each']))
    expect(commentsOf(text)).toEqual(COMMENTS)
    const clip = readClip(text)
    if (clip === null) throw new Error('The clip cannot be read')
    const { document: other } = paste({ playbook: 'two', title: 'Two' }, clip, null)
    expect(commentsOf(printDocument(other))).toEqual(COMMENTS)
    expect(commentsOf(clipText(clipOf(noted(), ['each'])))).toEqual(['# Once per host'])
  })

  it('exist on both steps after a copy, and follow a dragged step', () => {
    const { document: twice } = paste(noted(), clipOf(noted(), ['a', 'each']), 'a')
    const beside = duplicate(noted(), ['a', 'each']).document
    for (const whole of [twice, beside])
      for (const comment of COMMENTS.slice(1))
        expect(printDocument(whole).split(comment), comment).toHaveLength(3)
    const moved = moveStep(noted(), 'inner', { kind: 'free', list: ['steps'] })
    const back = moveStep(moved, 'a', { kind: 'in', list: ['steps', 1, 'steps'] })
    expect(commentsOf(printDocument(back))).toEqual(COMMENTS)
  })
})

import type { JsonObject } from '@caseloom/contract/json'
import { describe, expect, it } from 'vitest'
import { clipOf, clipText, paste, readClip } from './clipboard.ts'
import { stepsOf } from './places.ts'

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
  it('takes them along as YAML and into a playbook that knows none of them', () => {
    const clip = readClip(clipText(clipOf(document, ['b', 'c', 'trigger/hook'])))
    expect(clip?.steps.map(({ key }) => key)).toEqual(['b', 'c'])
    const { document: other, nodes } = paste({ playbook: 'two' }, clip ?? { steps: [], triggers: [] }, null)
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

  it('makes keys unique and lets what reads them follow, below the chosen step', () => {
    const clip = clipOf(document, ['a', 'b'])
    const { document: next, nodes } = paste(document, clip, 'a')
    expect(nodes).toEqual(['a2', 'b2'])
    const pasted = stepsOf(next).filter(({ key }) => nodes.includes(key))
    expect(pasted.map(({ step }) => step)).toEqual([
      { key: 'a2', action: 'data.transform', with: { value: 1 }, after: 'a' },
      { key: 'b2', action: 'data.transform', with: { value: '{% steps.a2.output + 1 %}' }, after: 'a2' },
    ])
  })

  it('takes blocks whole', () => {
    const clip = clipOf(document, ['each', 'inner'])
    expect(clip.steps.map(({ key }) => key)).toEqual(['each'])
    const { document: next } = paste(document, clip, null)
    expect(stepsOf(next).map(({ key }) => key)).toEqual(['a', 'b', 'c', 'each', 'inner', 'each2', 'inner2'])
  })

  it('reads lists of steps and whole documents, and nothing else', () => {
    expect(readClip('- key: x\n  action: data.filter')?.steps).toHaveLength(1)
    expect(readClip(JSON.stringify(document))?.steps).toHaveLength(4)
    expect(readClip('just words')).toBeNull()
    expect(readClip('a: [1')).toBeNull()
    expect(readClip('steps: [{ key: x }]')).toBeNull()
  })
})

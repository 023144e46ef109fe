import type { JsonObject } from '@caseloom/contract/kernel/json'
import { TEMPLATES } from '@caseloom/playbook/templates'
import { describe, expect, it } from 'vitest'
import { consequenceOf } from './consequence.rules.ts'

const step = (key: string, after?: JsonObject[] | string, over: JsonObject = {}): JsonObject => ({
  key,
  title: `Title of ${key}`,
  action: 'record.comment',
  ...(after === undefined ? {} : { after }),
  ...over,
})
const ask = step('ask', undefined, { action: 'human.approve' })
const edge = (when: string) => [{ step: 'ask', when: `{% ${when} %}` }]

describe('what follows an answer', () => {
  it('is read from the edges behind the step', () => {
    const steps = [
      ask,
      step('yes', edge('steps.ask.output.approved')),
      step('no', edge('steps.ask.output.approved = false')),
      step('nope', edge('$not(steps.ask.output.approved)')),
      step('always', 'ask'),
      step('elsewhere'),
    ]
    expect(consequenceOf({ steps }, 'ask')).toEqual({
      approved: ['Title of yes', 'Title of always'],
      refused: ['Title of no', 'Title of nope', 'Title of always'],
    })
  })

  it('is read through a switch, as in the template', () => {
    expect(consequenceOf(TEMPLATES.approval, 'approve')).toEqual({
      approved: ['Record the approval'],
      refused: ['Isolation rejected'],
    })
  })

  it('is found inside blocks and turns, and is null where nothing follows', () => {
    const block = { key: 'each', action: 'flow.forEach', steps: [ask, step('then', 'ask')] }
    expect(consequenceOf({ steps: [block] }, 'each/ask#3')).toEqual({
      approved: ['Title of then'],
      refused: ['Title of then'],
    })
    expect(consequenceOf({ steps: [ask] }, 'ask')).toBeNull()
    expect(consequenceOf({ steps: [] }, 'ask')).toBeNull()
  })
})

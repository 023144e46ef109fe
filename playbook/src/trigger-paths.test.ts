import { describe, expect, it } from 'vitest'
import { triggerPathWarnings } from './trigger-paths.ts'
import { type Shape, triggerShape } from './trigger-shape.ts'

const record: Shape = { id: null, trackingId: null, fields: { title: null, severity: null } }
const button = triggerShape('button', record)
const hook = triggerShape('webhook', null)
const warned = (text: string, shapes: (Shape | null)[] = [button]) =>
  triggerPathWarnings({ triggers: shapes.map(() => ({})), steps: [{ with: { text } }] }, shapes).map(
    ({ message }) => message,
  )

describe('warnings about paths of triggers', () => {
  it.each<[string, string[]]>([
    ['{% trigger.record.fields.title %}', []],
    ['{% trigger.record.id & trigger.by.name %}', []],
    ['{% trigger %}', []],
    ['{% trigger.record.fields[severity = "high"].title %}', []],
    ['no expression: trigger.record.title', []],
    [
      'Isolate {% trigger.record.title %}?',
      ['trigger.record has no "title"; did you mean "trigger.record.fields.title"?'],
    ],
    ['{% trigger.title %}', ['trigger has no "title"; did you mean "trigger.record.fields.title"?']],
    [
      '{% trigger.record.fields.severty %}',
      ['trigger.record.fields has no "severty"; did you mean "trigger.record.fields.severity"?'],
    ],
    ['{% trigger.body.x %}', ['trigger has no "body"']],
    ['{% $map([1], function($i) { trigger.nothing_like_it }) %}', ['trigger has no "nothing_like_it"']],
  ])('%s', (text, expected) => {
    expect(warned(text)).toEqual(expected)
  })

  it('name only what no trigger of the playbook brings', () => {
    expect(warned('{% trigger.body.title %}', [button, hook])).toEqual([])
    expect(warned('{% trigger.mail.subject %}', [button, hook])).toEqual([])
    expect(warned('{% trigger.item.id %}', [button, hook])).toEqual(['trigger has no "item"'])
    expect(warned('{% trigger.mail.subject %}', [button, null])).toEqual([])
    expect(warned('{% trigger.anything %}', [])).toEqual([])
  })

  it('hold conditions of a trigger against that trigger alone, with the place', () => {
    const triggers = [{ when: '{% trigger.body.id %}' }, { when: '{% trigger.body.id %}' }]
    expect(triggerPathWarnings({ triggers }, [hook, button])).toEqual([
      {
        path: ['triggers', 1, 'when'],
        code: 'unknown_trigger_path',
        message: 'trigger has no "body"',
        position: 10,
      },
    ])
  })
})

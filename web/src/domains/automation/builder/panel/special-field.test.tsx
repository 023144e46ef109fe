import { builtInActions } from '@caseloom/playbook/actions'
import { inputSchema } from '@caseloom/playbook/step-input'
import type { ActionView } from '@caseloom/contract/automation/builder'
import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import { expect, it } from 'vitest'
import { startTexts } from '../../../../ui/text/i18n.ts'
import { type EntryMode, entryModeAfter, entryModeOf, propertiesOf } from './controls.ts'

startTexts()
const { specialField } = await import('./special-field.tsx')

function custom(name: string, property: string, value: JsonValue | undefined, mode: EntryMode): boolean {
  const spec = builtInActions.get(name)
  if (spec === undefined) throw new Error(`No action ${name}`)
  const schema = JSON.parse(JSON.stringify(inputSchema(spec))) as JsonObject
  const found = propertiesOf(schema).find((one) => one.name === property)
  if (found === undefined) throw new Error(`No property ${property}`)
  const action = { name, lazy: [] } as unknown as ActionView // nothing else of it is read
  return (
    specialField({
      action,
      property: found,
      path: [],
      value: value === undefined ? {} : { [property]: value },
      set: () => undefined,
      readOnly: false,
      asExpression: mode.isExpression,
    }) !== undefined
  )
}

it.each([
  ['record.get', 'app'],
  ['record.link', 'field'],
  ['record.search', 'filter'],
  ['human.approve', 'to'],
])(
  '%s keeps the expression editor of %s while its text is cleared, until the switch is used',
  (name, property) => {
    let mode = entryModeOf('list', '{% inputs.x %}')
    for (const value of ['{% inputs.x %}', '{%  %}', '', undefined]) {
      mode = entryModeAfter(mode, 'list', value)
      expect(custom(name, property, value, mode), String(value)).toBe(false)
    }
    expect(custom(name, property, undefined, { isExpression: false, of: undefined })).toBe(true)
  },
)

import { AppCreate } from '@caseloom/contract/apps/apps'
import { expect, it } from 'vitest'
import { newId } from '../../../platform/uuid.ts'
import { checkConditions } from '@caseloom/testkit/apps-door'
import { definitionIssues, nextFields } from './app-definition.rules.ts'

const title = { key: 'title', label: 'Title', type: 'text' }
function appWith(...fields: object[]) {
  return AppCreate.parse({
    key: 'app',
    acronym: 'APP',
    name: 'App',
    titleField: 'title',
    listColumns: [],
    layout: [],
    fields: [title, ...fields],
  })
}
const options = [{ key: 'a', label: 'A', colour: 'red', description: 'When it burns' }]
const a = { key: 'a', label: 'A' }

it.each([
  [{ ...a, type: 'text', format: 'ip', multiline: true }, ['fields.1.multiline not_allowed']],
  [{ ...a, type: 'list', minItems: 3, maxItems: 2 }, ['fields.1.maxItems too_small']],
  [{ ...a, type: 'selection', options, control: 'checkbox' }, ['fields.1.control not_allowed']],
  [{ ...a, type: 'selection', options, control: 'radio', multiple: true }, ['fields.1.control not_allowed']],
  [{ ...a, type: 'date', default: '2023-02-29' }, ['fields.1.default invalid_date']],
  [{ ...a, type: 'list', of: 'number', default: [1, 'x'] }, ['fields.1.default.1 invalid_type']],
  [{ ...a, type: 'text', format: 'email', default: 'x' }, ['fields.1.default invalid_email']],
  [{ ...a, type: 'selection', options, control: 'radio' }, []],
  [{ ...a, type: 'duration', default: '1h' }, []],
])('%#: names what does not fit', (field, wanted) => {
  const input = appWith(field)
  const found = definitionIssues(input, input.fields, checkConditions)
  expect(found.map(({ path, code }) => `${path.slice(1).join('.')} ${code}`)).toEqual(wanted)
})

it.each([
  [{ type: 'text', format: 'ip' }, { type: 'text' }, ['format fixed']],
  [{ type: 'text' }, { type: 'text', format: 'plain' }, []],
  [{ type: 'list' }, { type: 'list', of: 'number' }, ['of fixed']],
  [{ type: 'group' }, { type: 'group', multiple: true }, ['multiple fixed']],
  [{ type: 'date' }, { type: 'datetime' }, ['type fixed']],
  [{ type: 'list' }, { type: 'list', maxItems: 3 }, []],
])('%#: what values depend on stays as it was', (before, after, wanted) => {
  const { layout, listColumns, name, icon, titleField, fields } = appWith({ ...a, ...before })
  const stored =
    nextFields({ name, icon, titleField, layout, listColumns, fields: [] }, fields, newId).fields ?? []
  const next = nextFields(
    { name, icon, titleField, layout, listColumns, fields: stored },
    appWith({ ...a, ...after }).fields,
    newId,
  )
  expect((next.refused ?? []).map(({ path, code }) => `${String(path.at(-1))} ${code}`)).toEqual(wanted)
})

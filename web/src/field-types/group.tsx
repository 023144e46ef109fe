import { IconUsersGroup } from '@tabler/icons-react'
import { Tags } from '../ui/Chip.tsx'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { Reader, WebFieldType } from './field-type.ts'
import { CHOSEN } from './filter-operators.ts'

export const groupType: WebFieldType<'group'> = {
  palette: [{ id: 'group', group: 'people', icon: IconUsersGroup }],
  width: 140,
  text: (value, _field, people) => groupName(value, people),
  show: (_value, { multiple }, { compact, text, words }) =>
    multiple ? <Tags values={words} show={compact ? 2 : 50} /> : text,
  filter: {
    operators: CHOSEN,
    menu: true,
    choices: ({ groups }) => groups.map(({ id, name }) => ({ value: id, label: name })),
    label: (value, { people }) => groupName(value, people),
  },
  schema: ({ multiple }) => (multiple ? { type: 'array', items: { type: 'string' } } : { type: 'string' }),
}

function groupName(value: JsonValue, people: Reader): string {
  return people.group?.(String(value)) ?? String(value)
}

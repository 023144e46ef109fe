import type { JsonValue } from '@caseloom/contract/kernel/json'
import { IconUser } from '@tabler/icons-react'
import { Person } from '../ui/glyphs/Avatar.tsx'
import type { Choice, Reader, Say, WebFieldType } from './field-type.ts'
import { CHOSEN } from './filter-operators.ts'

export const userType: WebFieldType<'user'> = {
  palette: [{ id: 'user', group: 'people', icon: IconUser }],
  width: 140,
  text: userName,
  showEmpty: ({ noOne }) => <Person noOne={noOne} />,
  show: (value, _field, { noOne, people }) => {
    const ids = (Array.isArray(value) ? value : [value]).filter((id) => typeof id === 'string')
    if (ids.length === 0) return <Person noOne={noOne} />
    return ids.map((id) => (
      <Person key={id} name={people.name(id) ?? id.slice(0, 8)} own={id === people.me} noOne={noOne} />
    ))
  },
  axis: () => true,
  filter: {
    operators: CHOSEN,
    menu: true,
    choices: ({ people, t }) => peopleChoices(people, t),
    label: (value, { people }) => people.name(String(value)) ?? String(value),
  },
  schema: ({ multiple }) => (multiple ? { type: 'array', items: { type: 'string' } } : { type: 'string' }),
}

export function userName(value: JsonValue, _field: unknown, people: Reader): string {
  return people.name(String(value)) ?? String(value)
}

/** The reader, and everyone else by name. */
export function peopleChoices(people: readonly { id: string; name: string }[], t: Say): Choice[] {
  return [
    { value: 'me', label: t('filter.me') },
    ...people.map(({ id, name }) => ({ value: id, label: name })),
  ]
}

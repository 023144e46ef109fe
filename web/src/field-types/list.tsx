import { IconList } from '@tabler/icons-react'
import { Tags } from '../ui/Chip.tsx'
import { isNumber, readNumbers } from './drafts.ts'
import type { WebFieldType } from './field-type.ts'
import { PRESENCE } from './filter-operators.ts'

export const listType: WebFieldType<'list'> = {
  palette: [{ id: 'list', group: 'values', icon: IconList }],
  width: 180,
  unsorted: true,
  show: (_value, _field, { compact, words }) => <Tags values={words} show={compact ? 2 : 50} />,
  axis: () => true,
  filter: {
    operators: ['contains', 'notContains', 'in', 'notIn', ...PRESENCE],
    wording: { in: 'lists.in', notIn: 'lists.notIn' },
    // Each of several values is read alone.
    read: (text, field) => (field !== undefined && isNumbers(field) && !isNumber(text) ? null : text),
  },
  fromDraft: (draft) => ({ ok: true, value: [draft] }),
  fromItems: (draft, { of }) =>
    of === 'number' ? readNumbers(draft) : { ok: true, value: draft.length === 0 ? null : [...draft] },
  schema: ({ of }) => ({ type: 'array', items: { type: of === 'number' ? 'number' : 'string' } }),
}

function isNumbers(field: object): boolean {
  return 'of' in field && field.of === 'number'
}

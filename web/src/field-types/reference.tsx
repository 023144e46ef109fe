import { IconLinkPlus } from '@tabler/icons-react'
import type { WebFieldType } from './field-type.ts'
import { PRESENCE } from './filter-operators.ts'
import { linkedOf, linkedTitle, pickedText, readPicked, readPicks } from './values/linked-draft.ts'
import { LinkedTitles } from './values/LinkedTitles.tsx'

export const referenceType: WebFieldType<'reference'> = {
  palette: [{ id: 'reference', group: 'people', icon: IconLinkPlus, make: (self) => ({ app: self }) }],
  width: 180,
  unsorted: true,
  whole: true,
  text: (value) => linkedOf(value).items.map(linkedTitle).join(', '),
  show: (value, _field, { compact }) => <LinkedTitles value={value} show={compact ? 2 : 20} />,
  filter: { operators: PRESENCE },
  toDraft: (value, { multiple }) => {
    const [first] = linkedOf(value).items
    if (multiple) return []
    return first === undefined ? '' : pickedText(first)
  },
  fromDraft: (draft) => ({ ok: true, value: readPicked(draft)?.id ?? null }),
  fromItems: (draft) => {
    const { add, remove } = readPicks(draft)
    return { ok: true, value: { add: add.map(({ id }) => id), remove: remove.map(({ id }) => id) } }
  },
  schema: ({ multiple }) => (multiple ? { type: 'array', items: { type: 'string' } } : { type: 'string' }),
}

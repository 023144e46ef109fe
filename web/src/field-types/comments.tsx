import { IconMessage } from '@tabler/icons-react'
import type { WebFieldType } from './field-type.ts'
import { PRESENCE } from './filter-operators.ts'

export const commentsType: WebFieldType<'comments'> = {
  palette: [{ id: 'comments', group: 'people', icon: IconMessage }],
  width: 96,
  unsorted: true,
  show: () => null,
  filter: { operators: PRESENCE },
  // Threads aren’t edited with the record’s values.
  fromDraft: () => ({ ok: true, value: null }),
}

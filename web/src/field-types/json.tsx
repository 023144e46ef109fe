import { IconBraces } from '@tabler/icons-react'
import { jsonDraft, readJson } from './drafts.ts'
import type { WebFieldType } from './field-type.ts'
import { PRESENCE } from './filter-operators.ts'

export const jsonType: WebFieldType<'json'> = {
  palette: [{ id: 'json', group: 'values', icon: IconBraces }],
  width: 160,
  unsorted: true,
  whole: true,
  filter: { operators: PRESENCE },
  toDraft: jsonDraft,
  fromDraft: readJson,
  wide: () => true,
}

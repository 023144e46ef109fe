import { IconPaperclip } from '@tabler/icons-react'
import { Tags } from '../ui/Chip.tsx'
import type { WebFieldType } from './field-type.ts'
import { CONTAINED } from './filter-operators.ts'
import { filesOf } from './values/file-values.ts'

export const attachmentType: WebFieldType<'attachment'> = {
  palette: [{ id: 'attachment', group: 'people', icon: IconPaperclip }],
  width: 180,
  unsorted: true,
  whole: true,
  text: (value) =>
    filesOf(value)
      .map(({ name }) => name)
      .join(', '),
  show: (value, _field, { compact }) => (
    <Tags values={filesOf(value).map(({ name }) => name)} show={compact ? 2 : 50} />
  ),
  filter: { operators: CONTAINED },
  toDraft: (value) => filesOf(value).map(({ id }) => id),
  fromDraft: (draft) => ({ ok: true, value: [draft] }),
}

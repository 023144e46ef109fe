import type { AppView } from '@caseloom/contract/apps/apps'
import type { RecordView } from '@caseloom/contract/records/records'
import { useState } from 'react'
import { usePeople } from '../../../data/people.ts'
import type { ChoiceField } from '../editors/ChoiceEditor.tsx'
import { FieldMenu } from './FieldMenu.tsx'
import classes from './Quick.module.css'
import type { AskedRow } from './useRowQuick.ts'

interface RowPickProps {
  app: AppView
  record: RecordView
  field: ChoiceField
  asked: AskedRow
  onPick: (picked: string) => void
  onClose: () => void
}

/** The menu of a value, below its cell. */
export function RowPick({ app, record, field, asked, onPick, onClose }: RowPickProps) {
  const people = usePeople()
  const [place] = useState(() => placeBelow(asked.place.element(), field.key))
  return (
    <FieldMenu
      {...{ app, record, field, people, onPick }}
      opened
      onOpen={(isOpen) => {
        if (!isOpen) onClose()
      }}
    >
      <span aria-hidden className={classes.anchor} style={place} />
    </FieldMenu>
  )
}

/** Below the cell of a column, or that of the title where the list doesn't show the column. */
function placeBelow(row: HTMLElement | null, column: string): { left: number; top: number } {
  const cells = [...(row?.querySelectorAll<HTMLElement>('[data-column]') ?? [])]
  const cell =
    cells.find(({ dataset }) => dataset['column'] === column) ??
    cells.find(({ dataset }) => dataset['title'] !== undefined)
  const { left, bottom } = (cell ?? row ?? document.body).getBoundingClientRect()
  return { left, top: bottom }
}

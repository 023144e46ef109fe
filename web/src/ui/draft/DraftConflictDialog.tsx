import type { ReactNode } from 'react'
import { type ConflictChoice, ConflictDialog } from './ConflictDialog.tsx'
import type { MergedSave } from './use-merged-save.ts'

interface DraftConflictDialogProps<Form, Stored> {
  saving: Pick<MergedSave<Form, Stored>, 'conflict' | 'saving' | 'keepEditing'>
  labelOf: (part: string) => string
  /** One side of a part; null where it's empty. */
  show: (form: Form, part: string) => ReactNode
  onResolve: (choices: Record<string, ConflictChoice>) => void
}

/** The choice between what two people did to the same parts of one draft. */
export function DraftConflictDialog<Form, Stored>(props: DraftConflictDialogProps<Form, Stored>) {
  const { saving, labelOf, show, onResolve } = props
  const { conflict } = saving
  if (conflict === null) return null
  return (
    <ConflictDialog
      opened
      conflicts={conflict.parts.map((part) => ({
        key: part,
        label: labelOf(part),
        mine: show(conflict.mine, part),
        theirs: show(conflict.theirs, part),
      }))}
      onResolve={onResolve}
      onClose={saving.keepEditing}
      saving={saving.saving}
    />
  )
}

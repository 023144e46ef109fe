import type { AppView } from '@caseloom/contract/apps/apps'
import type { RecordConflict } from '@caseloom/contract/records/records'
import type { z } from 'zod'
import type { usePeople } from '../../../data/people.ts'
import { textOf } from '../../../field-types/parts/field-text.ts'
import { type ConflictChoice, ConflictDialog } from '../../../ui/draft/ConflictDialog.tsx'

/** A save that may meet the changes of others. */
export interface ConflictedSave {
  conflicts: readonly z.infer<typeof RecordConflict>[]
  resolve: (choices: Record<string, ConflictChoice>) => void
  closeConflicts: () => void
  saving: boolean
}

interface ConflictsProps {
  app: AppView
  saving: ConflictedSave
  people: ReturnType<typeof usePeople>
}

export function Conflicts({ app, saving, people }: ConflictsProps) {
  const fieldOf = (key: string) => app.fields.find((field) => field.key === key)
  return (
    <ConflictDialog
      opened={saving.conflicts.length > 0}
      conflicts={saving.conflicts.map(({ field, mine, theirs }) => ({
        key: field,
        label: fieldOf(field)?.label ?? field,
        mine: textOf(fieldOf(field), mine, people) || null,
        theirs: textOf(fieldOf(field), theirs, people) || null,
      }))}
      onResolve={saving.resolve}
      onClose={saving.closeConflicts}
      saving={saving.saving}
    />
  )
}

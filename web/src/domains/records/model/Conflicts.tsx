import type { AppView } from '@caseloom/contract/apps/apps'
import type { RecordConflict } from '@caseloom/contract/records/records'
import type { z } from 'zod'
import type { usePeople } from '../../../data/people.ts'
import type { Reader } from '../../../field-types/field-type.ts'
import { textOf } from '../../../field-types/parts/field-text.ts'
import { type Conflict, type ConflictChoice, ConflictDialog } from '../../../ui/draft/ConflictDialog.tsx'

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

/** Both values of each field in words; times with their seconds, which may be all that differs. */
export function conflictsInWords(
  { fields }: Pick<AppView, 'fields'>,
  conflicts: ConflictedSave['conflicts'],
  people: Reader,
): Conflict[] {
  const reader = { ...people, seconds: true }
  return conflicts.map(({ field: key, mine, theirs }) => {
    const field = fields.find((one) => one.key === key)
    return {
      key,
      label: field?.label ?? key,
      mine: textOf(field, mine, reader) || null,
      theirs: textOf(field, theirs, reader) || null,
    }
  })
}

export function Conflicts({ app, saving, people }: ConflictsProps) {
  return (
    <ConflictDialog
      opened={saving.conflicts.length > 0}
      conflicts={conflictsInWords(app, saving.conflicts, people)}
      onResolve={saving.resolve}
      onClose={saving.closeConflicts}
      saving={saving.saving}
    />
  )
}

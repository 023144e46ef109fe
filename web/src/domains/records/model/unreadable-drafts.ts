import { removeOwnDrafts } from '../../../data/stored-draft.ts'

interface DraftedRecord {
  tenantId: string
  userId: string
  recordId: string
}

/**
 * Removes from this browser what the user typed into fields of a record that they can no longer read: texts and
 * comments; without a record that they can read, all of it.
 */
export function removeUnreadableDrafts(
  { tenantId, userId, recordId }: DraftedRecord,
  readable: readonly string[] | null,
): void {
  removeOwnDrafts(userId, (name) => {
    const [, tenant, record, field = ''] = name.split('.')
    if (tenant !== tenantId || record !== recordId) return false
    // The thread of the record itself has no field.
    return readable === null || (field !== '' && !readable.includes(field))
  })
}

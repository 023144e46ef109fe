import type { Say } from '../../../field-types/field-type.ts'

/** How many records an app has; null for those who can't see them. */
export function recordWords(records: number | null, t: Say): string {
  return records === null ? t('update.recordsHidden') : t('update.records', { count: records })
}

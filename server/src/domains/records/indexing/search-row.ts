import type { AppTable, StoredRecord } from '../model/record-shape.ts'
import { classWords } from './search-text.rules.ts'

export interface SearchRow {
  record: string
  readClass: string
  words: readonly string[]
}

/** Words of a record's comments stay beside those of its values. */
export const WITH_SAID = `tsv = excluded.tsv || coalesce(s.said, '')`

/** The words of one class of a record; the insert itself adds the tracking id of a new one. */
export function searchRow(
  app: AppTable,
  record: StoredRecord,
  readClass: string,
  numbered: boolean,
): SearchRow {
  const words = classWords(app.fields, readClass, record.values)
  const tracked = readClass === app.openClass && numbered && record.seq !== null
  return {
    record: record.id,
    readClass,
    words: tracked ? [...words, `${app.acronym.toLowerCase()}-${record.seq}`] : words,
  }
}

import type { Field } from '@caseloom/contract/fields'

/** The class of fields that everybody who may read a record may read. */
export const OPEN_CLASS = 'open'

export interface ReadClasses {
  /** Class by field id. */
  ofField: ReadonlyMap<string, string>
  /** Readers by class; null is everybody. */
  readers: ReadonlyMap<string, readonly string[] | null>
}

/** Groups fields by their readers. A class is named by its readers, so it keeps its name while they stay the same. */
export function readClasses(fields: readonly Field[], digest: (text: string) => string): ReadClasses {
  const ofField = new Map<string, string>()
  const readers = new Map<string, readonly string[] | null>([[OPEN_CLASS, null]])
  for (const field of fields) {
    const sorted = field.readers === undefined ? null : [...new Set(field.readers)].sort()
    const name = sorted === null ? OPEN_CLASS : digest(sorted.join(' '))
    ofField.set(field.id, name)
    readers.set(name, sorted)
  }
  return { ofField, readers }
}

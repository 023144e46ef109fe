import { kindOf } from '@caseloom/contract/field-types/field-kind'
import type { Field } from '@caseloom/contract/field-types/fields'
import { kindRules } from '../../../field-types/registry.ts'

/** How often fields have left a class, by the class's readers. Words of a field that left are never asked for again. */
export type ClassEpochs = Readonly<Record<string, number>>

export interface ReadClasses {
  /** Class by field id. */
  ofField: ReadonlyMap<string, string>
  /** Readers by class; null is everyone who may read the record. */
  readers: ReadonlyMap<string, readonly string[] | null>
  /** The class of everyone, which also holds the tracking id. */
  open: string
}

const OPEN_CLASS = 'open'

/** Fields with the same readers are of one class; this names it by them. */
function classKey(field: Field): string {
  return field.readers === undefined ? OPEN_CLASS : `r ${[...new Set(field.readers)].sort().join(' ')}`
}

/** Groups fields by their readers. A class keeps its name while its readers and its epoch stay the same. */
export function readClasses(
  fields: readonly Field[],
  epochs: ClassEpochs,
  digest: (text: string) => string,
): ReadClasses {
  const nameOf = (key: string) => {
    const epoch = epochs[key] ?? 0
    return `${key === OPEN_CLASS ? OPEN_CLASS : digest(key)}${epoch === 0 ? '' : `.${epoch}`}`
  }
  const ofField = new Map<string, string>()
  const readers = new Map<string, readonly string[] | null>([[nameOf(OPEN_CLASS), null]])
  for (const field of fields) {
    const name = nameOf(classKey(field))
    ofField.set(field.id, name)
    readers.set(name, field.readers === undefined ? null : [...field.readers])
  }
  return { ofField, readers, open: nameOf(OPEN_CLASS) }
}

/** The epochs after a change of fields: one more for each class that a field has left. */
export function nextEpochs(
  before: readonly Field[],
  after: readonly Field[],
  epochs: ClassEpochs,
): { epochs: ClassEpochs; rebuild: boolean } {
  const next = new Map(after.map((field) => [field.id, classKey(field)]))
  const left = before.filter((field) => isSearched(field) && next.get(field.id) !== classKey(field))
  const came = after.some((field) => {
    const old = before.find((candidate) => candidate.id === field.id)
    return isSearched(field) && old !== undefined && classKey(old) !== classKey(field)
  })
  const keys = new Set(left.map(classKey))
  const raised = Object.fromEntries([...keys].map((key) => [key, (epochs[key] ?? 0) + 1]))
  return { epochs: { ...epochs, ...raised }, rebuild: came || keys.size > 0 }
}

/** Whether values of the field can be found by text. */
function isSearched(field: Field): boolean {
  const { searched, searchedForIds } = kindRules(kindOf(field))
  return searched !== undefined || searchedForIds === true
}

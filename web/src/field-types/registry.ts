import type { FieldInput, FieldType } from '@caseloom/contract/field-types/fields'
import { attachmentType } from './attachment.tsx'
import { clockType } from './clock.tsx'
import { commentsType } from './comments.tsx'
import { dateType } from './date.tsx'
import { datetimeType } from './datetime.tsx'
import { durationType } from './duration.tsx'
import { formulaType } from './formula.tsx'
import { geopointType } from './geopoint.tsx'
import { groupType } from './group.tsx'
import { jsonType } from './json.tsx'
import { listType } from './list.tsx'
import { numberType } from './number.tsx'
import { observablesType } from './observables.tsx'
import { referenceType } from './reference.tsx'
import { selectionType } from './selection.tsx'
import { systemType } from './system.tsx'
import { tasksType } from './tasks.tsx'
import { techniqueType } from './technique.tsx'
import { textType } from './text.tsx'
import { timeType } from './time.tsx'
import { urlType } from './url.tsx'
import { userType } from './user.tsx'
import type { PaletteEntry, WebFieldType } from './field-type.ts'

/** In the order of the palette. */
const TYPES: { readonly [T in FieldType]: WebFieldType<T> } = {
  text: textType,
  number: numberType,
  datetime: datetimeType,
  date: dateType,
  time: timeType,
  duration: durationType,
  selection: selectionType,
  list: listType,
  url: urlType,
  json: jsonType,
  geopoint: geopointType,
  formula: formulaType,
  system: systemType,
  user: userType,
  group: groupType,
  reference: referenceType,
  attachment: attachmentType,
  comments: commentsType,
  observables: observablesType,
  tasks: tasksType,
  clock: clockType,
  technique: techniqueType,
}

/** What the web does with fields of a type. */
export function webType({ type }: { type: FieldType }): WebFieldType<FieldType> {
  // Rules of one type are only ever asked about the field that they were found by.
  return TYPES[type] as WebFieldType<FieldType>
}

/** True when lists and exports can be sorted by the field. */
export function isSortable(field: FieldInput): boolean {
  return webType(field).unsorted !== true && !('multiple' in field && field.multiple)
}

/** An entry of the app builder's palette with the type that it adds. */
export interface FieldKind extends PaletteEntry {
  type: FieldType
}

export const FIELD_KINDS: readonly FieldKind[] = Object.entries(TYPES).flatMap(([type, { palette }]) =>
  // The keys of the registry are the types.
  palette.map((entry) => ({ ...entry, type: type as FieldType })),
)

/** The entry of the palette that made a field. */
export function paletteEntryOf(field: FieldInput): FieldKind | undefined {
  const id = webType(field).paletteId?.(field)
  return FIELD_KINDS.find((kind) => kind.type === field.type && (id === undefined || kind.id === id))
}

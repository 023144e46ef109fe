import type { FieldInput, FieldType } from '@caseloom/contract/field-types/fields'
import type { FieldKind } from '@caseloom/contract/field-types/registry'
import { attachmentKinds, attachmentType } from './attachment.ts'
import { clockKinds, clockType } from './clock.ts'
import { commentsKinds, commentsType } from './comments.ts'
import { dateKinds, dateType } from './date.ts'
import { datetimeKinds, datetimeType } from './datetime.ts'
import { durationKinds, durationType } from './duration.ts'
import { formulaKinds, formulaType } from './formula.ts'
import { geopointKinds, geopointType } from './geopoint.ts'
import { groupKinds, groupType } from './group.ts'
import { jsonKinds, jsonType } from './json.ts'
import { listKinds, listType } from './list.ts'
import { numberKinds, numberType } from './number.ts'
import { observablesKinds, observablesType } from './observables.ts'
import { referenceKinds, referenceType } from './reference.ts'
import { selectionKinds, selectionType } from './selection.ts'
import { systemKinds, systemType } from './system.ts'
import { tasksKinds, tasksType } from './tasks.ts'
import { techniqueKinds, techniqueType } from './technique.ts'
import { textKinds, textType } from './text.ts'
import { timeKinds, timeType } from './time.ts'
import { urlKinds, urlType } from './url.ts'
import { userKinds, userType } from './user.ts'
import type { KindRules, ServerFieldType } from './field-type.ts'

const TYPES: { readonly [T in FieldType]: ServerFieldType<T> } = {
  text: textType,
  number: numberType,
  datetime: datetimeType,
  selection: selectionType,
  user: userType,
  json: jsonType,
  url: urlType,
  date: dateType,
  time: timeType,
  duration: durationType,
  list: listType,
  group: groupType,
  reference: referenceType,
  attachment: attachmentType,
  comments: commentsType,
  formula: formulaType,
  system: systemType,
  technique: techniqueType,
  geopoint: geopointType,
  observables: observablesType,
  tasks: tasksType,
  clock: clockType,
}

const KINDS: Readonly<Record<FieldKind, KindRules>> = {
  ...textKinds,
  ...numberKinds,
  ...datetimeKinds,
  ...selectionKinds,
  ...userKinds,
  ...jsonKinds,
  ...urlKinds,
  ...dateKinds,
  ...timeKinds,
  ...durationKinds,
  ...listKinds,
  ...groupKinds,
  ...referenceKinds,
  ...attachmentKinds,
  ...commentsKinds,
  ...formulaKinds,
  ...systemKinds,
  ...techniqueKinds,
  ...geopointKinds,
  ...observablesKinds,
  ...tasksKinds,
  ...clockKinds,
}

/** What the server does with fields of a type. */
export function serverType({ type }: Pick<FieldInput, 'type'>): ServerFieldType<FieldType> {
  // Rules of one type are only ever asked about the field that they were found by.
  return TYPES[type] as ServerFieldType<FieldType>
}

/** What the server does with values of a kind. */
export function kindRules(kind: FieldKind): KindRules {
  return KINDS[kind]
}

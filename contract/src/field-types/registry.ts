import { attachmentKinds, attachmentSettings, attachmentType } from './attachment.ts'
import { clockKinds, clockSettings, clockType } from './clock.ts'
import { commentsKinds, commentsSettings, commentsType } from './comments.ts'
import { dateKinds, dateSettings, dateType } from './date.ts'
import { datetimeKinds, datetimeSettings, datetimeType } from './datetime.ts'
import { durationKinds, durationSettings, durationType } from './duration.ts'
import { formulaKinds, formulaSettings, formulaType } from './formula.ts'
import { geopointKinds, geopointSettings, geopointType } from './geopoint.ts'
import { groupKinds, groupSettings, groupType } from './group.ts'
import { jsonKinds, jsonSettings, jsonType } from './json.ts'
import { listKinds, listSettings, listType } from './list.ts'
import { numberKinds, numberSettings, numberType } from './number.ts'
import { observablesKinds, observablesSettings, observablesType } from './observables.ts'
import { referenceKinds, referenceSettings, referenceType } from './reference.ts'
import { selectionKinds, selectionSettings, selectionType } from './selection.ts'
import { systemKinds, systemSettings, systemType } from './system.ts'
import { tasksKinds, tasksSettings, tasksType } from './tasks.ts'
import { techniqueKinds, techniqueSettings, techniqueType } from './technique.ts'
import { textKinds, textSettings, textType } from './text.ts'
import { timeKinds, timeSettings, timeType } from './time.ts'
import { urlKinds, urlSettings, urlType } from './url.ts'
import { userKinds, userSettings, userType } from './user.ts'
import type { FieldTypeRules, KindTraits } from './field-type.ts'

/** What a definition of each type says, beside what all fields have. */
export const FIELD_SETTINGS = {
  text: textSettings,
  number: numberSettings,
  datetime: datetimeSettings,
  selection: selectionSettings,
  user: userSettings,
  json: jsonSettings,
  url: urlSettings,
  date: dateSettings,
  time: timeSettings,
  duration: durationSettings,
  list: listSettings,
  group: groupSettings,
  reference: referenceSettings,
  attachment: attachmentSettings,
  comments: commentsSettings,
  formula: formulaSettings,
  system: systemSettings,
  technique: techniqueSettings,
  geopoint: geopointSettings,
  observables: observablesSettings,
  tasks: tasksSettings,
  clock: clockSettings,
}

/** The rules of each type. */
export const FIELD_TYPES = {
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
} satisfies Record<keyof typeof FIELD_SETTINGS, FieldTypeRules<never, FieldKind>>

/** Every kind of values that a field can have. */
export const FIELD_KINDS = {
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
} satisfies Record<string, KindTraits>

/** How values of a field are stored and compared. */
export type FieldKind = keyof typeof FIELD_KINDS

import type { JsonObject } from '@caseloom/contract/kernel/json'
import type { AppError } from '../../../platform/errors.ts'
import type { RecordsDoor } from '../../records/records.door.ts'
import { ALL_RECORDS, ANYTHING, NO_RECORD } from '@caseloom/contract/records/touches'
import type { EffectAction, EffectActions } from '../effects/effects.ts'

type Touches = RecordsDoor['touches']

/** Errors that say nothing of records. */
const SILENT = new Set(['resource.not_found', 'right.missing'])
/** Errors that may quote a record other than the one that was asked for. */
const FAR = new Set(['record.duplicate_value'])

/** Actions on records, each with what its errors may quote. */
export function quotingRecords(touches: Touches, actions: ReadonlyMap<string, EffectAction>): EffectActions {
  const quoted: EffectAction['quoted'] = async (input, { scope, actor }, error) => {
    if (SILENT.has(error.code)) return []
    const { app, records } = input
    if (typeof app !== 'string' || records !== undefined) return [ANYTHING]
    return [await touches.ofApp(scope, actor, { idOrKey: app, recordId: placeOf(input, error) })]
  }
  return new Map([...actions].map(([name, action]) => [name, { ...action, quoted }]))
}

function placeOf({ id }: JsonObject, { code }: AppError): string {
  if (FAR.has(code)) return ALL_RECORDS
  return typeof id === 'string' ? id : NO_RECORD
}

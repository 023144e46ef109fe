import { MAX_FAULTS_SHOWN, type tryFieldChange as tryRoute } from '@caseloom/contract/apps/field-change'
import { kindTraits } from '@caseloom/contract/field-types/field-kind'
import type { FieldInput } from '@caseloom/contract/field-types/fields'
import { RecordId } from '@caseloom/contract/kernel/ids'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import { type Actor, mayPass } from '@caseloom/contract/kernel/permissions'
import type { RouteReply } from '@caseloom/contract/kernel/route'
import { plainTextOf } from '@caseloom/contract/values/rich-text'
import type { TenantScope } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import { allow } from '../../../platform/rights.ts'
import type { AppsDoor } from '../../apps/apps.door.ts'
import { mayInApp } from '../model/app-permissions.rules.ts'
import type { FieldColumn, StoredRecord } from '../model/record-shape.ts'
import { withApp } from '../model/with-app.ts'
import { valuesAfter } from './backfill.store.ts'

/** Values that one request evaluates: about 100 ms of work. */
const BATCH = 5_000
/** Characters of a value that are shown. */
const SHOWN = 200

interface Command {
  appId: string
  field: FieldInput
  after?: string | undefined
}
type Tried = RouteReply<typeof tryRoute>

/**
 * What a change of type would do to the next values of the field that the asker can read; nothing is changed. A count
 * over other values would give them away: a few guesses at limits or options find each.
 * @throws app.change_refused when the type cannot become the other or the asker can't read the field, right.missing
 * for someone who doesn't build the app
 */
export async function tryFieldChange(
  { apps }: { apps: AppsDoor },
  scope: TenantScope,
  actor: Actor,
  { appId, field: next, after }: Command,
): Promise<Tried> {
  allow(actor, 'app:build')
  const { can } = await apps.getApp(scope, actor, appId)
  if (!can.build) throw fail('right.missing', { detail: 'You don’t have permission to manage this app' })
  const { app, field, convert, records } = await scope.read((tx) =>
    withApp({ apps }, tx, appId, async (table) => {
      const present = table.byKey.get(next.key)
      if (present === undefined) throw refused(['field', 'key'], 'unknown_field', 'Unknown field')
      if (!mayPass(actor, present.definition.readers))
        throw refused(['field'], 'not_reader', `Only users who can read "${next.key}" can try a change of it`)
      const one = apps.reworks.converter(present.definition, next)
      if (one === null)
        throw refused(['field', 'type'], 'no_conversion', 'The field can’t be converted to this type')
      return {
        field: present,
        convert: one,
        ...(await valuesAfter(tx, table, present, { after, limit: BATCH })),
      }
    }),
  )
  // By what is shown: twenty different values say more than twenty times the same.
  const faults = new Map<string, { record: StoredRecord; reason: string }>()
  const readable = records.filter((record) => mayInApp(actor, 'record:read', app, record))
  let failing = 0
  for (const record of readable) {
    const value = record.values[field.key] ?? null
    const { issues } = convert(value)
    if (issues === undefined) continue
    failing += 1
    const text = shown(field, value)
    if (faults.size < MAX_FAULTS_SHOWN && !faults.has(text))
      faults.set(text, { record, reason: issues[0]?.message ?? '' })
  }
  return {
    examined: readable.length,
    converts: readable.length - failing,
    fails: failing,
    examples: [...faults].map(([value, { record, reason }]) => ({
      recordId: RecordId.parse(record.id),
      trackingId: `${app.acronym}-${record.seq}`,
      value,
      reason,
    })),
    next: records.length < BATCH ? null : RecordId.parse(records.at(-1)?.id),
  }
}

function shown(field: FieldColumn, value: JsonValue): string {
  const text = optionLabels(field, value) ?? (typeof value === 'string' ? value : JSON.stringify(value))
  return (kindTraits(field.kind).html ? plainTextOf(text) : text).slice(0, SHOWN)
}

/** Null where the field has no options. */
function optionLabels({ definition }: FieldColumn, value: JsonValue): string | null {
  if (!('options' in definition)) return null
  const { options } = definition
  const keys = Array.isArray(value) ? value : [value]
  return keys.map((key) => options.find((one) => one.key === key)?.label ?? String(key)).join(', ')
}

function refused(path: string[], code: string, message: string) {
  return fail('app.change_refused', { issues: [{ path: ['body', ...path], code, message }] })
}

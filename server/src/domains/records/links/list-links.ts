// Looking at links: lists in both directions, related records, and records to link to.
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { LinkedRecord } from '@caseloom/contract/records/record-links'
import { CURSOR_PARTS, cursorOf, readCursor } from '../../../platform/cursor.ts'
import type { TenantScope, TenantTx } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import { allow } from '../../../platform/rights.ts'
import { mayInApp, mayReadField } from '../model/app-permissions.rules.ts'
import { visibleRecord } from '../reading/get-record.ts'
import type { AppTable, RecordPlace } from '../model/record-shape.ts'
import { linkedRecord } from '../reference-fields/link-changes.rules.ts'
import { linkedColumns, usualColumns } from '../reference-fields/linked-columns.ts'
import { findLinkPage, type Side } from '../reference-fields/links.read.ts'
import { otherApps } from '../reference-fields/other-apps.ts'
import { isReference, type ReferenceField } from '../reference-fields/reference-fields.rules.ts'
import type { RecordsDeps } from '../model/records-deps.ts'

interface Paging {
  limit: number
  cursor?: string | undefined
}
export interface LinkPage {
  items: LinkedRecord[]
  next: string | null
}

/** One page of the records that a reference field of a record points to, with the columns that it shows. */
export async function listLinks(
  deps: RecordsDeps,
  scope: TenantScope,
  actor: Actor,
  command: RecordPlace & Paging & { field: string },
): Promise<LinkPage> {
  allow(actor, 'record:read')
  return scope.read(async (tx) => {
    const { app, record } = await visibleRecord(deps, tx, actor, command)
    const field = readableReference(app, actor, command.field)
    const other = (await otherApps(deps, tx, [field.definition.app])).get(field.definition.app)
    if (other === undefined || !mayInApp(actor, 'record:read', other)) return { items: [], next: null }
    const side: Side = {
      fieldId: field.definition.id,
      direction: 'out',
      far: other,
      principals: actor.principals,
    }
    return pageOf(tx, actor, { side, near: record.id, keys: field.definition.columns, command })
  })
}

/** One page of the records of an app whose reference field points to this one, the newest first. */
export async function listBackReferences(
  deps: RecordsDeps,
  scope: TenantScope,
  actor: Actor,
  command: RecordPlace & Paging & { fromAppId: string; field: string },
): Promise<LinkPage> {
  allow(actor, 'record:read')
  return scope.read(async (tx) => {
    const { app, record } = await visibleRecord(deps, tx, actor, command)
    const other = (await otherApps(deps, tx, [command.fromAppId])).get(command.fromAppId)
    if (other === undefined || !mayInApp(actor, 'record:read', other)) throw unknownField(command.field)
    const field = readableReference(other, actor, command.field)
    if (field.definition.app !== app.id) throw unknownField(command.field)
    const side: Side = {
      fieldId: field.definition.id,
      direction: 'in',
      far: other,
      principals: actor.principals,
    }
    return pageOf(tx, actor, { side, near: record.id, keys: usualColumns(other), command })
  })
}

/** @throws field.unknown for a field that is missing, unreadable, or no reference */
export function readableReference(app: AppTable, actor: Actor, key: string): ReferenceField {
  const field = app.byKey.get(key)
  if (field === undefined || !isReference(field) || !mayReadField(actor, field)) throw unknownField(key)
  return field
}

function unknownField(key: string) {
  const message = `Unknown reference field "${key.slice(0, 100)}"`
  return fail('field.unknown', { issues: [{ path: ['path', 'field'], code: 'unknown_field', message }] })
}

interface Page {
  side: Side
  near: string
  /** Columns to show beside each. */
  keys: readonly string[]
  command: Paging
}

/** The place of a link among those of its field. */
const ORDER = /^\d{1,18}$/

async function pageOf(tx: TenantTx, actor: Actor, { side, near, keys, command }: Page): Promise<LinkPage> {
  const isOut = side.direction === 'out'
  const [after = null] = readCursor(command.cursor, [isOut ? ORDER : CURSOR_PARTS.id]) ?? []
  const found = await findLinkPage(tx, side, near, { after, limit: command.limit + 1 })
  const page = found.slice(0, command.limit)
  const ids = page.map((link) => link.id)
  const shown = await linkedColumns(tx, actor, { other: side.far, keys, ids })
  const last = page.at(-1)
  const more = found.length > command.limit && last !== undefined
  return {
    items: page.map((link) => {
      const columns = shown.get(link.id)
      return { ...linkedRecord(side.far, actor, link), ...(columns === undefined ? {} : { columns }) }
    }),
    next: more ? cursorOf([isOut ? last.ord : last.id]) : null,
  }
}

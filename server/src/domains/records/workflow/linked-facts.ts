import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { TenantTx } from '../../../platform/database/types.ts'
import { factsOf } from '../filters/filter-match.rules.ts'
import { mayInApp } from '../model/app-permissions.rules.ts'
import { RecordRow, selectList, toRecord } from '../model/record-rows.ts'
import type { AppTable, StoredRecord, Values } from '../model/record-shape.ts'
import { firstLinks } from '../reference-fields/links.store.ts'
import type { ReferenceField } from '../reference-fields/reference-fields.rules.ts'
import { type ReadyWorkflow, referencesIn } from './workflow-of.ts'

/** Linked records of one field and record that conditions look at. */
const MAX_LINKED = 1_000
const SYSTEM_FACTS = ['tracking_id', 'created_at', 'updated_at', 'created_by', 'updated_by'] as const

/** Links that records have or are about to have. */
export interface LinkWish {
  field: string
  /** IDs that the write names; they may become linked. */
  targets: readonly string[]
}

/** What a change does to the links of a field. */
interface Plan {
  field: { key: string }
  added: readonly string[]
  removed: readonly string[]
}

/** The linked records of a batch that workflows read, read together for all of its records. */
export class LinkedRecords {
  readonly #others: ReadonlyMap<string, AppTable>
  /** Linked IDs by field key and record. */
  readonly #members: ReadonlyMap<string, readonly string[]>
  readonly #records: ReadonlyMap<string, StoredRecord>

  constructor(
    others: ReadonlyMap<string, AppTable>,
    members: ReadonlyMap<string, readonly string[]>,
    records: ReadonlyMap<string, StoredRecord>,
  ) {
    this.#others = others
    this.#members = members
    this.#records = records
  }

  /** IDs that are linked once the plans are carried out. */
  members(field: string, source: string, plans: readonly Plan[]): string[] {
    const plan = plans.find((one) => one.field.key === field)
    const gone = new Set(plan?.removed ?? [])
    const present = this.#members.get(placeOf(field, source)) ?? []
    return [...new Set([...present, ...(plan?.added ?? [])])].filter((id) => !gone.has(id))
  }

  /** True when the actor may see each of these linked records; deleted ones count for no one. */
  seesAll(field: string, ids: readonly string[], actor: Actor): boolean {
    const other = this.#others.get(field)
    if (other === undefined) return true
    return ids.every((id) => {
      const record = this.#records.get(id)
      return record === undefined || mayInApp(actor, 'record:read', other, record)
    })
  }

  /**
   * Values of linked records that the actor may read; null for a field that was not read. Restricted records and fields
   * with readers of their own never take part: what a rule sets from them would be visible to others.
   */
  valuesOf(field: string, ids: readonly string[], actor: Actor): Values[] | null {
    const other = this.#others.get(field)
    if (other === undefined) return null
    return ids.flatMap((id) => {
      const record = this.#records.get(id)
      const isOpen = record?.acl === null && mayInApp(actor, 'record:read', other, record)
      return isOpen ? [openValues(other, record)] : []
    })
  }
}

function placeOf(field: string, source: string): string {
  return `${field}/${source}`
}

function openValues(app: AppTable, record: StoredRecord): Values {
  const facts = factsOf(app, record)
  const fields = app.fields.filter(
    ({ key, definition }) => record.values[key] !== undefined && definition.readers === undefined,
  )
  return {
    id: record.id,
    ...Object.fromEntries(SYSTEM_FACTS.map((key) => [key, facts(key)])),
    ...Object.fromEntries(fields.map(({ key }) => [key, record.values[key] ?? null])),
  }
}

interface Looking {
  ready: Pick<ReadyWorkflow, 'uses' | 'others'>
  /** Stored records whose links count. */
  sources: readonly string[]
  wishes: readonly LinkWish[]
}

/** Reads what a workflow needs of linked records, in a few statements for all of the records. */
export async function lookAtLinked(
  tx: TenantTx,
  app: AppTable,
  { ready, sources, wishes }: Looking,
): Promise<LinkedRecords> {
  const { uses, others } = ready
  const fields = referencesIn(app, uses)
  const records = new Map<string, StoredRecord>()
  if (fields.length === 0) return new LinkedRecords(others, new Map(), records)
  const members = await membersOf(tx, app, fields, sources)
  for (const field of fields) {
    const other = others.get(field.key)
    if (other === undefined) continue
    const ids = new Set([
      ...sources.flatMap((source) => members.get(placeOf(field.key, source)) ?? []),
      ...wishes.flatMap((wish) => (wish.field === field.key ? wish.targets : [])),
    ])
    const columns = uses.get(field.key) ?? new Set<string>()
    for (const record of await livingRecords(tx, other, { ids: [...ids], columns }))
      records.set(record.id, record)
  }
  return new LinkedRecords(others, members, records)
}

async function membersOf(
  tx: TenantTx,
  app: AppTable,
  fields: readonly ReferenceField[],
  sources: readonly string[],
): Promise<Map<string, string[]>> {
  const keys = new Map(fields.map((field) => [field.definition.id as string, field.key]))
  const places = sources.flatMap((source) =>
    fields.map((field) => ({ field: field.definition.id, source, most: MAX_LINKED })),
  )
  const members = new Map<string, string[]>()
  for (const { field, source, target } of await firstLinks(tx, app.linkTable, places)) {
    const place = placeOf(keys.get(field) ?? '', source)
    const list = members.get(place) ?? []
    list.push(target)
    members.set(place, list)
  }
  return members
}

async function livingRecords(
  tx: TenantTx,
  app: AppTable,
  { ids, columns }: { ids: readonly string[]; columns: ReadonlySet<string> },
): Promise<StoredRecord[]> {
  if (ids.length === 0) return []
  const rows = await tx.rows(
    RecordRow,
    `select ${selectList(app, columns)} from ${app.table} t where t.id = any($1::uuid[]) and t.deleted_at is null`,
    [ids],
  )
  return rows.map((row) => toRecord(app, row))
}

// What apps and records are, and who may do what to them: shapes, rows, permissions, views. Everything else
// builds on it.
import type { Issue } from '@caseloom/contract/kernel/errors'
import type { FieldKind } from '@caseloom/contract/field-types/registry'
import type { Field } from '@caseloom/contract/field-types/fields'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { ActorRef, HistoryEntry, RecordLock } from '@caseloom/contract/records/records'
import type { CorrelationRule } from '@caseloom/contract/apps/correlation-rules'
import type { RecordTemplate } from '@caseloom/contract/apps/record-templates'
import type { Sharing } from '@caseloom/contract/kernel/sharing'
import type { Workflow } from '@caseloom/contract/apps/workflow'

/** What the rules need of a field. */
export interface FieldShape {
  readonly key: string
  readonly kind: FieldKind
  readonly definition: Field
  readonly unique: boolean
  readonly readClass: string
  read(raw: JsonValue): { value: JsonValue; issues?: never } | { value?: never; issues: Issue[] }
}

/** What the rules need of an app. */
export interface AppShape {
  readonly acronym: string
  readonly fields: readonly FieldShape[]
  readonly byKey: ReadonlyMap<string, FieldShape>
}

/** A field with its place in the app's table. */
export interface FieldColumn extends FieldShape {
  /** Quoted names; made from ids, never from what people typed. */
  readonly column: string
  readonly sortColumn: string | null
  readonly sqlType: string
  sortKey(text: string): string
  /** Makes the value of the present one; only for a column that the field is about to have. */
  from?(value: JsonValue): JsonValue
}

/** One revision of an app with its tables; immutable, so that statements are cached by it. */
export interface AppTable extends AppShape {
  readonly id: string
  readonly key: string
  readonly name: string
  readonly icon: string
  /** Key of the text field whose value serves as the record's title. */
  readonly titleField: string
  /** Columns of the app's list, by key. */
  readonly listColumns: readonly string[]
  readonly tenantId: string
  readonly revision: number
  /** The form logic; absent while the app has none. */
  readonly workflow?: Workflow | undefined
  /** Retention of workflow runs in days; absent for the default. */
  readonly keepWorkflowRuns?: number | 'forever' | undefined
  /** What new records can start with, by key. */
  readonly templates: readonly RecordTemplate[]
  /** Which new records repeat one that is there. */
  readonly correlation: readonly CorrelationRule[]
  readonly archived: boolean
  /** Who the app is shared with; null means everyone with the permission. */
  readonly sharing: Sharing
  readonly fields: readonly FieldColumn[]
  /** Columns that every write fills beside those of the fields. */
  readonly shadows: readonly FieldColumn[]
  readonly byKey: ReadonlyMap<string, FieldColumn>
  readonly readClasses: ReadonlyMap<string, readonly string[] | null>
  readonly openClass: string
  /** Fields with readers of their own, removed ones included. */
  readonly guarded: readonly {
    readonly id: string
    readonly readers: readonly string[]
    readonly removed: boolean
  }[]
  /** Rich text in its one form. */
  richText(html: string): string
  readonly table: string
  readonly searchTable: string
  readonly stateTable: string
  /** Links of all reference fields of the tenant: (field, source, target, ord). */
  readonly linkTable: string
}

export type Values = Readonly<Record<string, JsonValue>>

/** A record as stored; every shown field has a value, null when empty. */
export interface StoredRecord {
  readonly id: string
  /** Number of the tracking id; null until the insert has taken one. */
  readonly seq: number | null
  readonly version: number
  readonly createdAt: Date
  readonly createdBy: ActorRef
  readonly updatedAt: Date
  readonly updatedBy: ActorRef
  /** Principals who may see it; null means everyone with the permission. */
  readonly acl: readonly string[] | null
  /** Who keeps it from being changed by others. */
  readonly lock: RecordLock | null
  readonly values: Values
}

export type FieldChange = HistoryEntry['changes'][number]

/** One accepted change: the record after it, and what goes to the history. */
export interface Change {
  readonly action: 'created' | 'updated' | 'folded'
  readonly record: StoredRecord
  readonly changes: readonly FieldChange[]
}

/** The groups of users, by user ID. */
export type Circles = ReadonlyMap<string, readonly string[]>

/** Who changes a record, and when. */
export interface Moment {
  actor: Actor
  now: Date
  /** By whose calendar conditions count days: the tenant's; UTC when absent. */
  zone?: string | undefined
  /** What of the links of reference fields changes: they stand beside the record. */
  links?: readonly FieldChange[]
  /** Group memberships, for fields that offer only the members of certain groups. */
  circles?: Circles | undefined
}

/** What a record is about to become, before its own rules have filled what follows from the rest. */
export interface Derivation {
  app: AppShape
  /** The record before the change; null for a new one. */
  before: StoredRecord | null
  /** The record with the given values. */
  record: StoredRecord
  moment: Moment
}

/** Which record of which app. */
export interface RecordPlace {
  appId: string
  recordId: string
}

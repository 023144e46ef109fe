import type { AppView } from '@caseloom/contract/apps/apps'
import { kindOf, kindTraits } from '@caseloom/contract/field-types/field-kind'
import { type KindTraits, traits } from '@caseloom/contract/field-types/field-type'
import type { FieldKind } from '@caseloom/contract/field-types/registry'
import type { Field } from '@caseloom/contract/field-types/fields'
import type { Filter } from '@caseloom/contract/values/filter'
import { lemmasOf } from './tokens.rules.ts'

export interface SubjectOption {
  key: string
  label: string
  /** Lemma sequences that mean it. */
  names: readonly (readonly string[])[]
}

/** A field as questions may name it: only those that the asker may read are here. */
export interface SubjectField {
  key: string
  label: string
  kind: FieldKind | 'actor'
  names: readonly (readonly string[])[]
  options: readonly SubjectOption[]
  /** Id of the app that a reference points to. */
  refersTo?: string
  /** The moment at which it came about, of a formula over stamps: `closed_at` of `time_to_close`. */
  measuredAt?: string
  display?: 'severity' | 'state'
  stamp?: Filter
}

const ACTOR = traits()

/** What the values of a field can be asked; who made or changed a record is none of its values. */
export function valueTraits({ kind }: Pick<SubjectField, 'kind'>): KindTraits {
  return kind === 'actor' ? ACTOR : kindTraits(kind)
}

function isOneOption(field: SubjectField): boolean {
  const { options, several } = valueTraits(field)
  return options && !several
}

/** What records of one app a question can be about. */
export interface Subject {
  kind: 'app' | 'runs' | 'tasks' | 'approvals' | 'playbooks'
  id: string
  key: string
  name: string
  acronym: string
  titleField: string
  names: readonly (readonly string[])[]
  fields: readonly SubjectField[]
  assignee: SubjectField | null
  status: SubjectField | null
  /** The field that a time without one is of. */
  timeField: string
  /** Keys of the status options that mean closed. */
  closed: readonly string[]
}

const CLOSED = /^(?:closed|done|resolved|promoted|finished|cancelled)$/

/** What else analysts call an app, by its key; an app of that name itself comes first. */
const APP_SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  observable_intel: [
    'intel',
    'intel record',
    'threat intel',
    'intel entry',
    'intel indicator',
    'intel observable',
    'observable in intel',
    'observable in our intel',
    'observable in the intel',
    'indicator in intel',
    'indicator in our intel',
    'indicator in the intel',
    'ioc in intel',
    'ioc in our intel',
    'threat indicator',
    'threat intelligence',
    'known indicator',
  ],
}

const FIELD_SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  severity: ['severity', 'sev', 'sevs', 'severity level', 'severity rating'],
  status: ['status', 'state', 'stage'],
  assignee: ['assignee', 'owner', 'analyst', 'person', 'handler'],
  disposition: ['disposition', 'verdict', 'outcome', 'classification'],
  techniques: ['technique', 'attack technique', 'mitre technique', 'att ck technique', 'ttp'],
  kind: ['kind', 'type', 'category'],
  created_at: [
    'created',
    'opened',
    'raised',
    'came in',
    'arrived',
    'received',
    'reported',
    'logged',
    'creation date',
    'creation time',
    'created at',
    'age',
    'come in',
    'coming in',
    'filed',
    'created date',
  ],
  updated_at: [
    'updated',
    'changed',
    'modified',
    'touched',
    'edited',
    'last updated',
    'last update',
    'last change',
    'last changed',
    'last modified',
    'last touched',
    'update',
    'updated at',
  ],
  created_by: [
    'created by',
    'opened by',
    'raised by',
    'reported by',
    'filed by',
    'creator',
    'author',
    'reporter',
  ],
  updated_by: [
    'updated by',
    'changed by',
    'edited by',
    'modified by',
    'last updated by',
    'last changed by',
    'touched by',
  ],
  detected_at: ['detected', 'detection time', 'fired', 'triggered', 'detected at', 'detection date'],
  closed_at: ['closed', 'closed at', 'closing time', 'closed date'],
  acknowledged_at: ['acknowledged', 'acked', 'acknowledged at'],
  time_to_acknowledge: [
    'time to acknowledge',
    'mtta',
    'acknowledgement time',
    'acknowledgment time',
    'acknowledge time',
    'time to ack',
  ],
  time_to_close: [
    'time to close',
    'closing time',
    'close time',
    'time to closure',
    'time to qualify',
    'handling time',
  ],
  time_to_resolve: ['time to resolve', 'mttr', 'resolution time', 'resolve time', 'time to resolution'],
  tags: ['tag', 'label'],
  title: ['title', 'name'],
  assets: ['asset'],
  evidence: ['evidence', 'attachment', 'file', 'document'],
  expires_on: ['expires on', 'expires', 'expiring', 'expire', 'expiry', 'expiry date', 'expiration date'],
  host_name: ['host name', 'hostname'],
  observables: ['observable', 'ioc', 'indicator'],
  case: ['case'],
  source: ['source'],
  repository: ['repository', 'repo'],
  event: ['event', 'event type', 'kind of event', 'type of event'],
  team: ['team', 'group'],
  score: ['score', 'risk score'],
}

const OPTION_SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  critical: ['crit', 'criticals'],
  high: ['highs', 'hi'],
  medium: ['med', 'mediums'],
  low: ['lows'],
  informational: ['info', 'informationals'],
  in_progress: [
    'in progress',
    'being worked',
    'being worked on',
    'under investigation',
    'being investigated',
    'in the works',
    'under way',
    'underway',
    'wip',
  ],
  true_positive: ['true positive', 'tp', 'tps', 'confirmed', 'real', 'genuine'],
  false_positive: ['false positive', 'fp', 'fps', 'false alarm', 'false pos', 'falsepositive'],
  duplicate: ['duplicate', 'dupe', 'dup', 'duped'],
  closed: ['closed'],
  triage: ['triage', 'in triage', 'being triaged', 'under triage', 'triaging', 'in the triage'],
  new: ['new', 'brand new', 'fresh'],
  on_hold: ['on hold', 'hold', 'parked', 'paused'],
  clean: ['clean', 'not compromised', 'uncompromised'],
  crown_jewel: ['crown jewel'],
  compromised: ['compromised'],
  account: ['account compromise', 'account takeover'],
  data: ['data loss', 'data leak'],
}
/** Words that say an option only where its field is named as well. */
const ONLY_WITH_FIELD = new Set([
  'none',
  'other',
  'unknown',
  'data',
  'service',
  'account',
  'review',
  'moderate',
  'severe',
])

/** An app as questions see it, with the fields that the asker may read. */
export function subjectOf(app: AppView, fields: readonly Field[], taken: ReadonlySet<string>): Subject {
  const keys = new Set(fields.map(({ key }) => key))
  const own = fields.map((field) => fieldOf(field, keys))
  const all = [...own, ...SYSTEM.map((field) => withNames(field, keys))]
  const status = own.find((field) => isOneOption(field) && /^(?:status|state)$/.test(field.key)) ?? null
  const closed = status?.options.map(({ key }) => key).filter((key) => CLOSED.test(key)) ?? []
  const synonyms = (APP_SYNONYMS[app.key] ?? []).filter((name) => !taken.has(name))
  const users = own.filter((field) => valueTraits(field).users && !valueTraits(field).several)
  return {
    kind: 'app',
    id: app.id,
    key: app.key,
    name: app.name,
    acronym: app.acronym,
    titleField: app.titleField,
    timeField: 'created_at',
    names: [app.name, app.key.replaceAll('_', ' '), ...synonyms].map(lemmasOf),
    fields: all,
    assignee:
      users.find(({ key }) => key === app.assigneeField) ??
      users.find(({ key }) => /assign|owner|analyst/.test(key)) ??
      null,
    status: closed.length > 0 ? status : null,
    closed,
  }
}

const SYSTEM: readonly Omit<SubjectField, 'names'>[] = [
  { key: 'created_at', label: 'Created', kind: 'instant', options: [] },
  { key: 'updated_at', label: 'Updated', kind: 'instant', options: [] },
  { key: 'created_by', label: 'Created by', kind: 'actor', options: [] },
  { key: 'updated_by', label: 'Updated by', kind: 'actor', options: [] },
]

function withNames(field: Omit<SubjectField, 'names'>, keys: ReadonlySet<string>): SubjectField {
  return { ...field, names: namesOf(field.key, field.label, keys) }
}

/** A name that is another field's key means that one. */
function namesOf(key: string, label: string, keys: ReadonlySet<string>): string[][] {
  const said = [label, key.replaceAll('_', ' '), ...(FIELD_SYNONYMS[key] ?? [])]
  const own = said.filter(
    (name) =>
      !keys.has(name.replaceAll(' ', '_').toLowerCase()) || name.replaceAll(' ', '_').toLowerCase() === key,
  )
  const unique = new Map(own.map((name) => [lemmasOf(name).join(' '), lemmasOf(name)]))
  return [...unique.values()].filter((lemmas) => lemmas.length > 0)
}

function fieldOf(field: Field, keys: ReadonlySet<string>): SubjectField {
  const kind = kindOf(field)
  const plain = withNames({ key: field.key, label: field.label, kind, options: optionsOf(field) }, keys)
  return {
    ...plain,
    ...('app' in field ? { refersTo: field.app } : {}),
    ...('display' in field && field.display !== 'plain' ? { display: field.display } : {}),
    ...('stamp' in field && field.stamp !== undefined ? { stamp: field.stamp.when } : {}),
    ...('expression' in field ? measured(field.expression, keys) : {}),
  }
}

function measured(expression: string, keys: ReadonlySet<string>): { measuredAt?: string } {
  const found = [...expression.matchAll(/\b[a-z][a-z0-9_]*_at\b/g)].map(([key]) => key)
  const own = found.find((key) => keys.has(key))
  return own === undefined ? {} : { measuredAt: own }
}

function optionsOf(field: Field): SubjectOption[] {
  if (!('options' in field)) return []
  return field.options.map(({ key, label }) => {
    const said = [label, ...(OPTION_SYNONYMS[key] ?? [])]
    return { key, label, names: said.map(lemmasOf).filter((lemmas) => lemmas.length > 0) }
  })
}

/** True for an option that its field must be named with: `impact none`, `kind other`. */
export function needsField(option: SubjectOption): boolean {
  return ONLY_WITH_FIELD.has(option.key)
}

import type { AppsDoor } from '@caseloom/server/domains/apps/apps.door'
import { anAppsDoor } from './apps-door.ts'
import { appsMigrations } from '@caseloom/server/domains/apps/apps.migrations'
import { caseMigrations } from '@caseloom/server/domains/records/case-fields/case.migrations'
import { createRecordsDoor, type RecordsDoor } from '@caseloom/server/domains/records/records.door'
import { jobsMigrations } from '@caseloom/server/domains/records/job-state/jobs.migrations'
import { recordsMigrations } from '@caseloom/server/domains/records/records.migrations'
import { feedMigrations } from '@caseloom/server/domains/records/feed/feed.migrations'
import { recordRightsMigrations } from '@caseloom/server/domains/records/permissions/permissions.migrations'
import { AppCreate, type AppView } from '@caseloom/contract/apps/apps'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { HistoryEntry } from '@caseloom/contract/records/records'
import type { TenantScope } from '@caseloom/server/platform/database/types'
import { newId } from '@caseloom/server/platform/uuid'
import { anActor, anInstallation, type TestInstallation } from './installation.ts'

/** Apps and records on a real database, with one tenant. */
export interface RecordsFixture {
  installation: TestInstallation
  scope: TenantScope
  apps: AppsDoor
  records: RecordsDoor
  /** The doors as a second process has them: own memory, own queue. */
  anotherProcess(): { apps: AppsDoor; records: RecordsDoor }
  /** An app with a field of every type; keys and acronyms count up. */
  anApp(over?: Record<string, unknown>): Promise<AppView>
  historyOf(app: AppView, recordId: string, actor?: Actor): Promise<HistoryEntry[]>
  close(): Promise<void>
}

/** The role that alone reads and writes the field `secret`. */
export const SECRET_ROLE = newId()

function processDoors(groupsOf?: AppsDoor['people']['groupsOf']) {
  const apps = anAppsDoor(groupsOf)
  return { apps, records: createRecordsDoor({ apps }) }
}

/** `groupsOf` says who is in which group; no one is in any when it's omitted. */
export async function createRecordsFixture(
  groupsOf?: AppsDoor['people']['groupsOf'],
): Promise<RecordsFixture> {
  const installation = await anInstallation('records', [
    ...appsMigrations,
    ...recordsMigrations,
    ...caseMigrations,
    ...recordRightsMigrations,
    ...feedMigrations,
    ...jobsMigrations,
  ])
  const scope = await installation.aTenant()
  const { apps, records } = processDoors(groupsOf)
  await records.keep(installation.database.system)
  let count = 0
  return {
    installation,
    scope,
    apps,
    records,
    anotherProcess: () => processDoors(groupsOf),
    anApp(over = {}) {
      count += 1
      return apps.createApp(scope, anActor(scope), AppCreate.parse({ ...definition(count), ...over }))
    },
    async historyOf(app, recordId, actor = anActor(scope)) {
      const command = { appId: app.id, recordId, limit: 200 }
      return (await records.recordHistory(scope, actor, command)).items
    },
    close: () => installation.close(),
  }
}

/** Fields of the types that the app of `anApp` has none of; `anApp({ fields: [...BASE_FIELDS, ...MORE_FIELDS] })`. */
export const MORE_FIELDS = [
  { key: 'day', label: 'Day', type: 'date' },
  { key: 'clock', label: 'Clock', type: 'time' },
  { key: 'span', label: 'Span', type: 'duration' },
  { key: 'mail', label: 'Mail', type: 'text', format: 'email' },
  { key: 'address', label: 'Address', type: 'text', format: 'ip' },
  { key: 'phone', label: 'Phone', type: 'text', format: 'telephone' },
  { key: 'digest', label: 'Digest', type: 'text', format: 'hash' },
  { key: 'items', label: 'Items', type: 'list' },
  { key: 'figures', label: 'Figures', type: 'list', of: 'number' },
  { key: 'technique', label: 'Technique', type: 'technique' },
  { key: 'techniques', label: 'Techniques', type: 'technique', multiple: true },
  { key: 'team', label: 'Team', type: 'group' },
  { key: 'teams', label: 'Teams', type: 'group', multiple: true },
]

const optionsOf = (...keys: string[]) => keys.map((key) => ({ key, label: key }))

/** The fields of the app that `anApp` makes. */
export const BASE_FIELDS = [
  { key: 'title', label: 'Title', type: 'text', required: true, maxLength: 200 },
  { key: 'source_ref', label: 'Source', type: 'text', unique: true },
  { key: 'score', label: 'Score', type: 'number', min: 0, max: 1e30, decimals: 3 },
  { key: 'seen_at', label: 'Seen', type: 'datetime' },
  {
    key: 'severity',
    label: 'Severity',
    type: 'selection',
    default: 'low',
    options: optionsOf('low', 'medium', 'high'),
  },
  { key: 'tags', label: 'Tags', type: 'selection', multiple: true, options: optionsOf('a', 'b', 'c') },
  { key: 'owner', label: 'Owner', type: 'user' },
  { key: 'watchers', label: 'Watchers', type: 'user', multiple: true },
  { key: 'raw', label: 'Raw', type: 'json' },
  { key: 'link', label: 'Link', type: 'url' },
  { key: 'secret', label: 'Secret', type: 'text', readers: [SECRET_ROLE], writers: [SECRET_ROLE] },
  { key: 'state', label: 'State', type: 'text', readOnly: true },
]

function definition(count: number) {
  return {
    key: `app_${count}`,
    acronym: `R${String.fromCharCode(65 + (count % 26), 65 + (Math.floor(count / 26) % 26))}`,
    name: 'Alert',
    titleField: 'title',
    listColumns: [],
    layout: [],
    fields: BASE_FIELDS,
  }
}

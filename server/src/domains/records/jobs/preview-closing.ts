// What closing many records would do: each is tried by its own rules, and nothing is written.
import { fieldTraits, fieldType } from '@caseloom/contract/field-types/field-kind'
import type { Issue } from '@caseloom/contract/kernel/errors'
import { RecordId } from '@caseloom/contract/kernel/ids'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { RouteBody } from '@caseloom/contract/kernel/route'
import type { ClosingOutlook, previewClosing as route } from '@caseloom/contract/records/jobs'
import type { FieldValues } from '@caseloom/contract/records/records'
import type { TenantScope } from '../../../platform/database/types.ts'
import { AppError, isFailure } from '../../../platform/errors.ts'
import { accessTo, allowInApp, mayWriteField } from '../model/app-permissions.rules.ts'
import type { AppTable, FieldShape } from '../model/record-shape.ts'
import { recordViewer } from '../model/record-view.ts'
import { visibleRecordsByIds } from '../reading/records-by-ids.read.ts'
import { type Answer, writeRecords } from '../writing/write-records.ts'
import { issuesOf, type JobsDeps } from '../job-state/job-context.ts'
import { readClosing } from './closing-change.rules.ts'
import { appFor } from './start-job.ts'

/** Records are tried in one transaction, which has to stay short. */
const MAX_CHECKED = 500
const MAX_NAMED = 50
/** A value may lead to the next question; rules that ask further than this are reported by the job. */
const MAX_ROUNDS = 5

type Command = RouteBody<typeof route> & { appId: string; zone?: string | undefined }

/** Tries to close the selected records. @throws field.unknown, request.invalid, right.missing */
export async function previewClosing(
  deps: JobsDeps,
  scope: TenantScope,
  actor: Actor,
  { appId, zone, records, set }: Command,
): Promise<ClosingOutlook> {
  const app = await appFor(deps, scope, actor, { appId, action: 'record:bulk' })
  allowInApp(actor, 'record:update', app)
  const path = ['body', 'set']
  readClosing(app, actor, set, path)
  const { ids, hasMore } = await selectedIds(deps, scope, actor, { appId: app.id, zone, records })
  const asks = new Set<string>()
  let given: FieldValues = {}
  for (let round = 1; ; round += 1) {
    const closing = readClosing(app, actor, given, path)
    const tried = await tryClosing(deps, scope, { appId: app.id, actor, ids, closing })
    for (const key of tried.flatMap(({ asked }) => asked)) asks.add(key)
    const next = Object.fromEntries(
      Object.entries(set).filter(([key]) => asks.has(key) || key === closing.state),
    )
    if (Object.keys(next).length === Object.keys(given).length || round === MAX_ROUNDS)
      return { ...(await outlookOf(scope, actor, app, tried)), hasMore, asks: inOrder(app, asks) }
    given = next
  }
}

function inOrder({ fields }: AppTable, asks: ReadonlySet<string>): string[] {
  return fields.flatMap(({ key }) => (asks.has(key) ? [key] : []))
}

async function selectedIds(
  deps: JobsDeps,
  scope: TenantScope,
  actor: Actor,
  { appId, zone, records }: Pick<Command, 'appId' | 'zone' | 'records'>,
): Promise<{ ids: string[]; hasMore: boolean }> {
  if ('ids' in records) {
    const all = [...new Set<string>(records.ids)]
    return { ids: all.slice(0, MAX_CHECKED), hasMore: all.length > MAX_CHECKED }
  }
  const page = await deps.records.searchRecords(scope, actor, {
    ...records,
    appId,
    zone,
    columns: [],
    limit: MAX_CHECKED,
  })
  return { ids: page.items.map(({ id }) => id), hasMore: page.next !== null }
}

/** What one record answered. */
interface Tried {
  id: string
  answer: Answer
  /** Keys of fields that it asks for. */
  asked: string[]
  /** Why it can't be closed. */
  faults: Issue[]
}

interface Trial {
  appId: string
  actor: Actor
  ids: readonly string[]
  closing: { state: string; set: FieldValues }
}

async function tryClosing(
  deps: JobsDeps,
  scope: TenantScope,
  { appId, actor, ids, closing }: Trial,
): Promise<Tried[]> {
  if (ids.length === 0) return []
  const { state, set } = closing
  const requests = ids.map((id) => ({
    actor,
    command: { kind: 'update', id, values: set, unlessClosedIn: state } as const,
  }))
  const { app, answers } = await writeRecords(deps, scope, { appIdOrKey: appId, requests, dry: true })
  return answers.map((answer, at) => {
    const issues = answer instanceof AppError ? issuesOf(answer) : []
    const keyOf = (issue: Issue) => askedKey(app, actor, set, issue)
    return {
      id: ids[at] ?? '',
      answer,
      asked: issues.flatMap((issue) => keyOf(issue) ?? []),
      faults: issues.filter((issue) => keyOf(issue) === null),
    }
  })
}

/** The field that an issue asks for; null for what no value given for all records can settle. */
function askedKey(app: AppTable, actor: Actor, set: FieldValues, { code, path }: Issue): string | null {
  const field = path[1] === 'fields' && path.length === 3 ? app.byKey.get(String(path[2])) : undefined
  if (code !== 'required' || field === undefined || (set[field.key] ?? null) !== null) return null
  return mayWriteField(actor, field) && isSettable(field) ? field.key : null
}

/** Two records can't both get a unique value, and items of their own aren't set in bulk. */
function isSettable({ definition, unique }: FieldShape): boolean {
  const { files, links, observables, tasks } = fieldTraits(definition)
  const hasItems = files || links || observables || tasks
  return !unique && !definition.readOnly && !hasItems && fieldType(definition).unwritten !== true
}

type Counted = Omit<ClosingOutlook, 'hasMore' | 'asks'>

async function outlookOf(
  scope: TenantScope,
  actor: Actor,
  app: AppTable,
  tried: readonly Tried[],
): Promise<Counted> {
  const isMissing = ({ answer }: Tried) =>
    answer instanceof AppError && isFailure(answer, 'resource.not_found')
  const missing = tried.filter(isMissing).length
  const closed = tried.filter(({ answer }) => !(answer instanceof AppError) && answer.outcome === 'unchanged')
  const blocked = tried.filter((one) => one.faults.length > 0 && !isMissing(one))
  const closing = tried.length - missing - closed.length - blocked.length
  return {
    checked: tried.length,
    closing,
    closed: closed.length,
    missing,
    blocked: blocked.length,
    faults: await namedFaults(scope, actor, app, blocked.slice(0, MAX_NAMED)),
  }
}

async function namedFaults(
  scope: TenantScope,
  actor: Actor,
  app: AppTable,
  blocked: readonly Tried[],
): Promise<ClosingOutlook['faults']> {
  const ids = blocked.map(({ id }) => id)
  if (ids.length === 0) return []
  const found = await scope.read((tx) => visibleRecordsByIds(tx, app, actor.principals, ids))
  const view = recordViewer(accessTo(app, actor))
  const byId = new Map(found.map((record) => [record.id, view(record)]))
  return blocked.flatMap(({ id, faults }) => {
    const record = byId.get(id)
    if (record === undefined) return []
    const title = record.fields[app.titleField] ?? null
    const named = { record: record.trackingId, title: title === null ? null : String(title) }
    return [{ ...named, recordId: RecordId.parse(id), issues: faults }]
  })
}

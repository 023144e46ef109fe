// Changing records: commands are read, decided, and written in batches, each batch in one transaction.
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { sqlStateOf } from '../../../platform/database/transient-errors.ts'
import type { TenantScope, TenantTx } from '../../../platform/database/types.ts'
import { AppError, fail } from '../../../platform/errors.ts'
import { hasLevel, seen } from '../model/app-permissions.rules.ts'
import { type Assigner, assignerOf, mayAssign } from './assign-people.ts'
import { askTablesAhead } from './ask-tables-ahead.ts'
import { Batch } from './batch.ts'
import { correlatorFor } from './correlator-for.ts'
import { BULK, writeBulk } from './bulk.store.ts'
import { usersNeedingGroupLookup } from './group-members.rules.ts'
import {
  type ReadCommand,
  readCommand,
  uniqueValues,
  type WriteRequest,
  type WriteResult,
} from './commands.ts'
import { applyCommand } from './apply-command.ts'
import { claimUploads } from './claim-uploads.ts'
import type { Correlator } from '../correlation/correlator.ts'
import type { LinkChanges } from '../reference-fields/link-changes.rules.ts'
import { type WorkflowAtHand, workflowAtHand } from './workflow-at-hand.ts'
import { insertRuns } from '../workflow/workflow-runs.store.ts'
import { noteLinks } from './note-links.ts'
import { resolveLinkChanges } from './resolve-link-changes.ts'
import { type DoneOperation, type Loaded, loadForWrite } from './load.store.ts'
import { aliasOf } from '../model/alias.ts'
import { recordFact } from '../model/record-fact.ts'
import { recordAt } from '../versions/record-history.read.ts'
import type { AppTable, Circles } from '../model/record-shape.ts'
import { writeProjections } from './write-projections.ts'
import { writeBatch } from './write.store.ts'
import type { RecordsDeps } from '../model/records-deps.ts'

/** The answer to one request of a batch: what it did, or why it could not. */
export type Answer = WriteResult | AppError
export interface Answers {
  app: AppTable
  answers: Answer[]
}

const ATTEMPTS = 8
/** After this many requests of a large batch others of this process get their turn. */
const SLICE = 50

/** Another writer was faster, or the app has a newer revision: read and decide again. */
class Again extends Error {
  readonly freshApp: boolean
  constructor(freshApp: boolean) {
    super('Look again')
    this.freshApp = freshApp
  }
}

function again(): Again {
  return new Again(true)
}

/** Groups of these users have to be looked up, by another database role and so outside of the transaction. */
class AskGroups extends Error {
  readonly users: readonly string[]
  constructor(users: readonly string[]) {
    super('Ask for groups')
    this.users = users
  }
}

/** People who can be assigned have to be looked up, for the same reason. */
class AskPeople extends Error {}

/** One batch of one app. */
export interface WriteBatch {
  appIdOrKey: string
  requests: readonly WriteRequest[]
  /** The batch before: awaited before the first row is locked, so that batches follow each other in their order. */
  before?: Promise<unknown>
  /**
   * `mine` is awaited before anything is decided, and `over` called when everything is: IDs follow the order of the
   * commands.
   */
  turn?: { mine: Promise<unknown>; over(): void }
  /** What else belongs into the same transaction, once the answers are known: a job's place. */
  within?(tx: TenantTx, app: AppTable, answers: readonly Answer[]): Promise<void>
  /** Decides and checks, and writes nothing. */
  dry?: boolean
  /** Leaves the words of new records to the caller, who writes them soon: an import. */
  wordsLater?: boolean
}

/**
 * Does a batch of changes to one app's records in one transaction: one statement looks, the rules decide, one
 * statement writes. A request that cannot be done is answered with its error and leaves the others alone.
 * @throws resource.not_found when there is no such app
 */
export async function writeRecords(
  deps: RecordsDeps,
  scope: TenantScope,
  { requests, ...together }: WriteBatch,
): Promise<Answers> {
  let fresh = false
  let circles: Circles | undefined
  let people: readonly Actor[] | undefined
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await scope.tx((tx) =>
        attemptWrites(
          deps,
          tx,
          { ...together, fresh, circles, people, careful: attempt > 1 || together.dry === true },
          requests,
        ),
      )
    } catch (error) {
      if (error instanceof AskGroups && attempt < ATTEMPTS) {
        circles = await deps.apps.people.groupsOf(scope, error.users)
        continue
      }
      if (error instanceof AskPeople && attempt < ATTEMPTS) {
        people = await deps.apps.people.actors(scope)
        continue
      }
      if (!isPassing(error) || attempt === ATTEMPTS) throw busy(error)
      fresh = error instanceof Again && error.freshApp
      if (attempt > 2) await pause(Math.random() * 5 * attempt)
    }
  }
}

/** Unique violations, deadlocks, and serialization failures are transient: a retry can succeed. */
function isPassing(error: unknown): boolean {
  if (error instanceof Again) return true
  const code = sqlStateOf(error)
  return code === '23505' || code === '40P01' || code === '40001'
}

/** PostgreSQL keeps a row on one page: 8 kB, of which a long text takes 18 bytes and a short one its length. */
const ROW_TOO_BIG = '54000'

function tooBig(cause: unknown): AppError {
  const message = 'The record has too many values. Clear some fields or move them to another app.'
  const issue = { path: ['body', 'fields'], code: 'too_big', message }
  return fail('request.invalid', { issues: [issue], cause })
}

function busy(error: unknown): unknown {
  if (error instanceof Error && 'code' in error && error.code === ROW_TOO_BIG) return tooBig(error)
  if (!isPassing(error)) return error
  return fail('dependency.unavailable', {
    detail: 'These records are in use. Try again.',
    retryAfter: 1,
    cause: error,
  })
}

interface Attempt extends Omit<WriteBatch, 'requests'> {
  fresh: boolean
  circles: Circles | undefined
  /** Those who can be assigned, once they were asked for. */
  people: readonly Actor[] | undefined
  /** Check before every write; the first attempt skips it when nothing needs checking. */
  careful: boolean
}

async function attemptWrites(
  deps: RecordsDeps,
  tx: TenantTx,
  { appIdOrKey, fresh, people, careful, before, turn, within, dry, wordsLater, ...asked }: Attempt,
  requests: readonly WriteRequest[],
): Promise<Answers> {
  const app = await deps.apps.compiled(tx, appIdOrKey, fresh)
  if (app === null) throw fail('resource.not_found')
  // What an outdated revision refuses may have been shared since.
  if (!fresh && requests.some(({ actor }) => !hasLevel(actor, 'record:read', app))) throw new Again(true)
  const commands: Read[] = []
  for (const [at, { actor, command }] of requests.entries()) {
    if (at % SLICE === SLICE - 1) await nextTurn()
    commands.push(attemptSync(() => readCommand(seen(app, actor), actor, command)))
  }
  const strangers = usersNeedingGroupLookup(app, commands)
  if (strangers.some((id) => asked.circles?.has(id) !== true)) throw new AskGroups(strangers)
  const assigns = mayAssign(app, commands)
  if (assigns && people === undefined) throw new AskPeople()
  const loaded = await look(tx, app, { requests, commands, careful, before })
  const taken = await claimUploads(tx, app, { requests, commands, records: loaded.records })
  const batch = new Batch(app, loaded.records, loaded.aliases)
  if (wordsLater === true) batch.leaveNewWords()
  const linked = await resolveLinkChanges(deps, tx, app, { requests, commands: taken, batch })
  // Turns are locked until the commit: a batch before this one must not wait for them.
  if (assigns) await waitFor(tx, before)
  const assigner = assigns ? await assignerOf(deps, tx, app, people ?? []) : null
  const circles = assigner === null ? asked.circles : new Map([...assigner.circles, ...(asked.circles ?? [])])
  const workflow = await workflowAtHand(deps, tx, app, { records: loaded.records, commands: linked.commands })
  const asking = requests.map(({ actor }, at) => ({ actor, command: linked.commands[at] }))
  await askTablesAhead({ tx, app, batch, circles, workflow }, asking)
  const correlator = dry === true ? null : await correlatorFor({ tx, app, batch, circles }, asking, again)
  const answers: Answer[] = []
  await turn?.mine
  for (const [at, request] of requests.entries()) {
    const command = linked.commands[at]
    if (command === undefined) continue
    if (at % SLICE === SLICE - 1) await nextTurn()
    answers.push(
      await answer(
        { tx, app, batch, request, book: linked.book, circles, workflow, assigner, correlator },
        command,
        loaded.operations,
      ),
    )
  }
  turn?.over()
  if (dry === true) {
    await within?.(tx, app, answers)
    return { app, answers }
  }
  const writes = batch.writes()
  await waitFor(tx, before)
  const large = writes.inserts.length + writes.updates.length >= BULK
  const written = await (large ? writeBulk : writeBatch)(tx, app, writes)
  // Nothing was loaded: a newer revision or a taken unique value both show as a missing row.
  if (!written.complete) throw new Again(!careful)
  await writeProjections(tx, app, batch.sides())
  await noteLinks(deps, tx, app, writes.history)
  await insertRuns(tx, app, batch.runs())
  await assigner?.save(tx, app)
  await correlator?.write()
  announce(tx, app, batch)
  const numbered = answers.map((one) => withSeq(one, written.seqs))
  await within?.(tx, app, numbered)
  return { app, answers: numbered }
}

/** A transaction that is silent for ten seconds is ended by the database: it speaks while it waits. */
const SPEAK_MS = 3_000
async function waitFor(tx: TenantTx, before: Promise<unknown> | undefined): Promise<void> {
  if (before === undefined) return
  const over = before.then(() => true)
  while (!(await Promise.race([over, pause(SPEAK_MS, false, { ref: false })]))) await tx.query('select 1')
}

type Read = ReadCommand | AppError

function attemptSync(read: () => ReadCommand): Read {
  try {
    return read()
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}

interface Look {
  requests: readonly WriteRequest[]
  commands: readonly Read[]
  careful: boolean
  before: Promise<unknown> | undefined
}

async function look(
  tx: TenantTx,
  app: AppTable,
  { requests, commands, careful, before }: Look,
): Promise<Loaded> {
  const good = commands.flatMap((command) => (command instanceof AppError ? [] : [command]))
  const blind = !careful && good.every((command) => command.kind === 'create')
  if (good.length === 0 || blind) return { revision: app.revision, records: [], operations: [], aliases: [] }
  await waitFor(tx, before)
  const unique = new Map<string, string[]>()
  for (const command of good)
    for (const [key, value] of uniqueValues(app, command))
      unique.set(key, [...(unique.get(key) ?? []), String(value)])
  const loaded = await loadForWrite(tx, app, {
    ids: good.flatMap((command) => (command.kind === 'update' ? [command.id] : [])),
    unique,
    operations: requests.flatMap((request) => request.operationKey ?? []),
    names: good.flatMap(namesOf),
  })
  if (loaded.revision !== app.revision) throw new Again(true)
  return loaded
}

/** Names that lead on when their record was merged; who edited a version of it has to look again. */
function namesOf(command: ReadCommand): string[] {
  if (command.kind === 'update') return command.version === undefined ? [aliasOf(null, command.id)] : []
  if (command.kind === 'create') return []
  return Object.entries(command.match).map(([key, value]) => aliasOf(key, value))
}

interface Place {
  tx: TenantTx
  app: AppTable
  batch: Batch
  request: WriteRequest
  book: LinkChanges
  circles: Circles | undefined
  workflow: WorkflowAtHand | null
  assigner: Assigner | null
  correlator: Correlator | null
}

async function answer(place: Place, command: Read, done: readonly DoneOperation[]): Promise<Answer> {
  if (command instanceof AppError) return command
  const { tx, app, batch, request } = place
  const before = done.find((operation) => operation.key === request.operationKey)
  try {
    if (before !== undefined) return await answerOf(tx, app, before)
    const result = await applyCommand(place, command)
    if (request.operationKey !== undefined)
      batch.remember({
        key: request.operationKey,
        record: result.record.id,
        version: result.record.version,
        outcome: result.outcome,
      })
    return result
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}

/** The answer that the operation got the first time, from the history. */
async function answerOf(tx: TenantTx, app: AppTable, done: DoneOperation): Promise<Answer> {
  const record = done.app_id === app.id ? await recordAt(tx, app, done.record_id, done.version) : null
  if (record === null) throw new Error('An operation has no record')
  return { record, outcome: done.outcome }
}

function withSeq(answered: Answer, seqs: ReadonlyMap<string, number>): Answer {
  if (answered instanceof AppError || answered.record.seq !== null) return answered
  const seq = seqs.get(answered.record.id) ?? null
  return { ...answered, record: { ...answered.record, seq } }
}

function announce(tx: TenantTx, app: AppTable, batch: Batch): void {
  for (const { created, record } of batch.changed())
    tx.announce(recordFact(app, created ? 'created' : 'updated', record))
}

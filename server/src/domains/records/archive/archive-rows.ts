// Comments and files that travel with exported and imported records.
import type { Issue } from '@caseloom/contract/kernel/errors'
import { kindTraits } from '@caseloom/contract/field-types/field-kind'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import { type Actor, mayPass } from '@caseloom/contract/kernel/permissions'
import { type ActorRef, actorRef } from '@caseloom/contract/records/records'
import type { TenantTx } from '../../../platform/database/types.ts'
import { AppError } from '../../../platform/errors.ts'
import { readComment } from '../comments/comment-text.rules.ts'
import type { ImportPlan } from '../job-state/import-plan.rules.ts'
import type { JobContext } from '../job-state/job-context.ts'
import type { Contents, TableRow } from '../tables/table-shape.ts'
import type { AppTable, FieldShape } from '../model/record-shape.ts'
import type { RowAnswer } from '../job-state/dry-run-state.ts'
import { Authors } from './authors.ts'
import { ArchiveFileImporter, purgeImportedRows } from './archive-file-importer.ts'
import { ArchivedComment, ArchivedFile, COMMENTS_COLUMN, FILES_COLUMN } from '../tables/archive-shape.ts'
import { attachedFiles, recordsByValue } from './archive.read.ts'
import { type NewFileOf, type RowComments, importComments } from './import-comments.ts'
import { mayReadField } from '../model/app-permissions.rules.ts'

/** A row as it was read; its values, or why it has none. */
export interface ReadRow {
  row: number
  values?: Record<string, JsonValue>
  issues?: Issue[]
}

interface Parts {
  context: JobContext
  plan: ImportPlan
  app: AppTable
  contents: Contents | undefined
  dry: boolean
}

/** What rows of an import carry beside plain values: attachments by content, comments and files of the record. */
export class ArchiveRows {
  readonly #parts: Parts
  readonly #bringer: ArchiveFileImporter
  readonly #authors: Authors
  readonly #attachments: readonly FieldShape[]

  /** Null when no column of the plan carries anything: most imports. */
  static async of(parts: Parts, actor: Actor): Promise<ArchiveRows | null> {
    const { plan, context } = parts
    const attachments = plan.columns.flatMap(({ field }) => (kindTraits(field.kind).files ? [field] : []))
    const { comments, files } = plan.carried
    if (attachments.length === 0 && comments === null && files === null) return null
    const people = await context.deps.people(context.scope, actor)
    return new ArchiveRows(parts, attachments, new Authors(people))
  }

  private constructor(parts: Parts, attachments: readonly FieldShape[], authors: Authors) {
    this.#parts = parts
    this.#bringer = new ArchiveFileImporter(parts)
    this.#authors = authors
    this.#attachments = attachments
  }

  /** Puts ids of files in the place of contents, and reads comments and files; faults go to their rows. */
  async read<Row extends ReadRow>(
    rows: readonly Row[],
    batch: readonly TableRow[],
    actor: Actor,
  ): Promise<Batch<Row>> {
    const by = actorRef(actor)
    const there = await this.#attachedAlready(rows, actor)
    const talks = new Map<number, RowComments>()
    const read: ReadRow[] = []
    for (const [at, row] of rows.entries()) {
      if (row.values === undefined) {
        read.push(row)
        continue
      }
      const issues: Issue[] = []
      const values = await this.#withFiles(row.values, there, { by, issues })
      const talk = await this.#talkOf(batch[at]?.cells ?? [], actor, { by, issues })
      if (talk !== null) talks.set(row.row, talk)
      read.push(issues.length > 0 ? { row: row.row, issues } : { row: row.row, values })
    }
    const loose = await this.#bringer.write()
    return { rows: read as Row[], talks, loose } // the same shape: row with values or with issues
  }

  /** Writes what the rows carry, in the transaction of their records; what it added to counts as a change. */
  async write(
    tx: TenantTx,
    actor: Actor,
    {
      sorted,
      answers,
      batch,
    }: { sorted: readonly Placed[]; answers: readonly RowAnswer[]; batch: Batch<ReadRow> },
  ): Promise<RowAnswer[]> {
    const { app, context, dry } = this.#parts
    if (dry) {
      await purgeImportedRows(tx, batch.loose)
      return [...answers]
    }
    const reported = [...answers]
    const targets = sorted.flatMap((one) => {
      const answer = one.at === undefined ? undefined : answers[one.at]
      const talk = batch.talks.get(one.row)
      if (one.at === undefined || talk === undefined || answer === undefined) return []
      if (answer instanceof AppError || answer.record === null) return []
      return [{ at: one.at, record: answer.record, isNew: answer.outcome === 'created', talk }]
    })
    const touched = await importComments(tx, { app, actor, jobId: context.job.id, targets })
    for (const at of touched) {
      const answer = reported[at]
      if (answer !== undefined && !(answer instanceof AppError) && answer.outcome === 'unchanged')
        reported[at] = { ...answer, outcome: 'updated' }
    }
    return reported
  }

  /** Files that hang in attachment fields of the records that rows match, by value, field, hash and name. */
  async #attachedAlready(rows: readonly ReadRow[], actor: Actor): Promise<Map<string, string>> {
    const { plan, app, context } = this.#parts
    const { match } = plan
    if (match === null || this.#attachments.length === 0) return new Map()
    const values = rows.flatMap((row) => keyOf(match, row.values) ?? [])
    return context.scope.read(async (tx) => {
      const records = await recordsByValue(tx, app, { key: match.key, values, principals: actor.principals })
      const files = await attachedFiles(tx, {
        recordIds: records.map(({ id }) => id),
        fieldIds: this.#attachments.map((field) => field.definition.id),
      })
      const valueOf = new Map(records.map(({ id, value }) => [id, value]))
      return new Map(
        files.map((file) => [
          [valueOf.get(file.record_id), file.field_id, file.sha256, file.name].join('\n'),
          file.id,
        ]),
      )
    })
  }

  async #withFiles(
    values: Record<string, JsonValue>,
    there: ReadonlyMap<string, string>,
    { by, issues }: Faults,
  ): Promise<Record<string, JsonValue>> {
    const { match } = this.#parts.plan
    const own = match === null ? null : keyOf(match, values)
    const out = { ...values }
    for (const field of this.#attachments) {
      const list = out[field.key]
      if (!Array.isArray(list)) continue
      const ids: JsonValue[] = []
      for (const [at, item] of list.entries()) {
        const file = ArchivedFile.safeParse(item)
        if (!file.success) {
          ids.push(item)
          continue
        }
        const spot = [own, field.definition.id, file.data.sha256, file.data.name].join('\n')
        const id = there.get(spot) ?? (await this.#bringer.fileOf(file.data, by))
        if (id === null) issues.push(missing(file.data, ['fields', field.key, at]))
        else ids.push(id)
      }
      out[field.key] = ids
    }
    return out
  }

  async #talkOf(cells: readonly JsonValue[], actor: Actor, faults: Faults): Promise<RowComments | null> {
    const { plan } = this.#parts
    const rest = cells.slice(plan.columns.length)
    const comments = plan.carried.comments === null ? null : (rest.shift() ?? null)
    const files = plan.carried.files === null ? null : (rest.shift() ?? null)
    const read = {
      comments: await this.#comments(listOf(comments, COMMENTS_COLUMN, faults), actor, faults),
      files: await this.#files(listOf(files, FILES_COLUMN, faults), [FILES_COLUMN], faults),
    }
    return read.comments.length === 0 && read.files.length === 0 ? null : read
  }

  async #comments(
    list: readonly JsonValue[],
    actor: Actor,
    faults: Faults,
  ): Promise<RowComments['comments']> {
    const { app } = this.#parts
    const out: RowComments['comments'] = []
    for (const [at, item] of list.entries()) {
      const path = [COMMENTS_COLUMN, at]
      const said = ArchivedComment.safeParse(item)
      if (!said.success) {
        faults.issues.push(
          ...said.error.issues
            .slice(0, 3)
            .map((one) => issueOf([...path, ...one.path.map(String)], 'invalid', one.message)),
        )
        continue
      }
      const { field: key, files = [], text, answers, ...comment } = said.data
      const field = key === undefined ? null : app.byKey.get(key)
      if (field !== null && !isThread(field, actor)) {
        faults.issues.push(issueOf([...path, 'field'], 'unknown_field', 'No such comments field'))
        continue
      }
      if (Date.parse(comment.at) > Date.now() + 60_000)
        faults.issues.push(issueOf([...path, 'at'], 'in_future', 'A comment can’t be dated in the future'))
      const rich = field === null || ('rich' in field.definition && field.definition.rich)
      const body = readComment(app.richText(text), { rich, hasFiles: files.length > 0 })
      faults.issues.push(...(body.issues ?? []).map((one) => ({ ...one, path: [...path, 'text'] })))
      out.push({
        at: new Date(comment.at),
        editedAt: comment.editedAt === undefined ? null : new Date(comment.editedAt),
        by: this.#authors.of(comment.by),
        fieldId: field?.definition.id ?? null,
        answers: answers !== undefined && answers < at ? answers : null,
        body: body.body ?? '',
        files: await this.#files(files, [...path, 'files'], faults),
      })
    }
    return out
  }

  async #files(list: readonly unknown[], path: Issue['path'], { by, issues }: Faults): Promise<NewFileOf[]> {
    const out: NewFileOf[] = []
    for (const [at, item] of list.entries()) {
      const file = ArchivedFile.safeParse(item)
      if (!file.success) {
        issues.push(issueOf([...path, at], 'invalid', 'Expected a file with its name and sha256'))
        continue
      }
      const id = await this.#bringer.fileOf(file.data, by)
      if (id === null) issues.push(missing(file.data, [...path, at]))
      else out.push({ id, sha256: file.data.sha256, name: file.data.name })
    }
    return out
  }
}

/** A batch of rows with what they carry. */
export interface Batch<Row> {
  rows: Row[]
  talks: ReadonlyMap<number, RowComments>
  /** Files that were made for it and hang nowhere yet. */
  loose: readonly string[]
}

/** Position of a row's answer; a row without a position never reached the writer. */
interface Placed {
  row: number
  at?: number
}

interface Faults {
  by: ActorRef
  issues: Issue[]
}

function listOf(cell: JsonValue, column: string, { issues }: Faults): readonly JsonValue[] {
  if (cell === null || cell === '') return []
  const said = typeof cell === 'string' ? parsed(cell) : cell
  if (Array.isArray(said)) return said
  issues.push(issueOf([column], 'invalid', 'Expected a list in the format of an export'))
  return []
}

function parsed(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue // what JSON.parse answers
  } catch {
    // Not JSON: the caller reports the cell.
    return null
  }
}

function isThread(field: FieldShape | undefined, actor: Actor): field is FieldShape {
  if (field === undefined || !kindTraits(field.kind).thread) return false
  return mayReadField(actor, field) && mayPass(actor, field.definition.writers)
}

function keyOf(match: FieldShape, values: Record<string, JsonValue> | undefined): string | null {
  const { value = null } = match.read(values?.[match.key] ?? null)
  return value === null ? null : String(value)
}

function missing({ name }: ArchivedFile, path: Issue['path']): Issue {
  const message = `The content of “${name}” isn’t in the import. Use the ZIP that was exported with files.`
  return issueOf(path, 'missing_content', message)
}

function issueOf(path: Issue['path'], code: string, message: string): Issue {
  return { path, code, message }
}

import { kindTraits } from '@caseloom/contract/field-types/field-kind'
import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { RecordView } from '@caseloom/contract/records/records'
import { fileRefs } from '../model/file-refs.rules.ts'
import type { ExportColumn } from '../tables/export-columns.rules.ts'
import type { JobContext } from '../job-state/job-context.ts'
import type { SpecOf } from '../job-state/job-shape.ts'
import type { AppTable } from '../model/record-shape.ts'
import { COMMENTS_COLUMN, FILES_COLUMN } from '../tables/archive-shape.ts'
import {
  commentsOf,
  type AttachedFile,
  attachedFiles,
  type ExportedComment,
  weightsOf,
} from './archive.read.ts'
import { mayReadField } from '../model/app-permissions.rules.ts'

/** Characters of comments that are held at the same time, and those of one record: an import reads no larger ones. */
const MAX_TOGETHER = 16_000_000
const MAX_OF_RECORD = 6_000_000

/** A content that a packed export has to hold. */
export interface Content {
  sha256: string
  name: string
  size: number
  mediaType: string
}

interface Parts {
  context: JobContext
  app: AppTable
  actor: Actor
  include: SpecOf<'export'>['include']
  /** Mail addresses of users, by which another installation knows them. */
  mails: ReadonlyMap<string, string>
}

/** What records carry beside their values, for one page of an export at a time. */
export class ArchivePages {
  readonly #parts: Parts
  readonly #fieldIds: string[]
  readonly #keys: ReadonlyMap<string, string>
  #comments = new Map<string, JsonObject[]>()
  #files = new Map<string, JsonObject[]>()
  /** By hash: each content once, whatever number of records hold it. */
  readonly contents = new Map<string, Content>()

  constructor(parts: Parts) {
    this.#parts = parts
    const fields = [...parts.app.byKey.values()].filter((field) => mayReadField(parts.actor, field))
    this.#fieldIds = fields.map((field) => field.definition.id)
    this.#keys = new Map(fields.map((field) => [field.definition.id, field.key]))
  }

  columns(): ExportColumn[] {
    const { include } = this.#parts
    const column = (key: string, label: string, of: () => Map<string, JsonObject[]>): ExportColumn => ({
      key,
      label,
      field: null,
      valueOf: (record) => of().get(record.id) ?? [],
      textOf: (record) => {
        const list = of().get(record.id) ?? []
        return list.length === 0 ? '' : JSON.stringify(list)
      },
    })
    return [
      ...(include.includes('comments') ? [column(COMMENTS_COLUMN, 'Comments', () => this.#comments)] : []),
      ...(include.includes('files') ? [column(FILES_COLUMN, 'Files', () => this.#files)] : []),
    ]
  }

  /** The same records, with what each carries known while its part is written. */
  async *pages(
    pages: AsyncIterable<readonly RecordView[]>,
    columns: readonly ExportColumn[],
  ): AsyncGenerator<readonly RecordView[]> {
    const attachments = columns
      .filter(({ field }) => field !== null && kindTraits(field.kind).files)
      .map(({ key }) => key)
    const carries = this.#parts.include.length > 0
    for await (const page of pages)
      for (const part of carries ? await this.#parted(page) : [page]) {
        if (carries) await this.#load(part)
        if (this.#parts.include.includes('files')) this.#collect(part, attachments)
        yield part
      }
  }

  async #parted(page: readonly RecordView[]): Promise<RecordView[][]> {
    const { context, include } = this.#parts
    if (!include.includes('comments')) return [[...page]]
    const weights = await context.scope.read((tx) =>
      weightsOf(
        tx,
        page.map(({ id }) => id),
      ),
    )
    const parts: RecordView[][] = [[]]
    let size = 0
    for (const record of page) {
      const weight = Math.min(weights.get(record.id) ?? 0, MAX_OF_RECORD)
      if (size + weight > MAX_TOGETHER) {
        parts.push([])
        size = 0
      }
      size += weight
      parts.at(-1)?.push(record)
      if ((weights.get(record.id) ?? 0) > MAX_OF_RECORD) this.#reportCut(record)
    }
    return parts
  }

  #reportCut(record: RecordView): void {
    const message = 'Truncated: only the first 6 million characters of its comments are exported'
    this.#parts.context.fault({
      row: null,
      record: record.trackingId,
      issues: [{ path: [COMMENTS_COLUMN], code: 'too_long', message }],
    })
  }

  async #load(part: readonly RecordView[]): Promise<void> {
    const { context, include } = this.#parts
    const where = { recordIds: part.map(({ id }) => id), fieldIds: this.#fieldIds }
    const { comments, files } = await context.scope.read(async (tx) => ({
      comments: include.includes('comments') ? await commentsOf(tx, { ...where, most: MAX_OF_RECORD }) : [],
      files: await attachedFiles(tx, where),
    }))
    const ofComments = Map.groupBy(files, (file) => file.comment_id)
    const own = files.filter((file) => file.comment_id === null && file.field_id === null)
    this.#files = mapped(
      Map.groupBy(own, (file) => file.record_id),
      (list) => list.map(fileOf),
    )
    this.#comments = mapped(
      Map.groupBy(comments, (comment) => comment.record_id),
      (list) => this.#exported(list, ofComments),
    )
    if (!include.includes('files')) return
    const commentIds = new Set(comments.map(({ id }) => id))
    for (const file of files)
      if (file.comment_id === null ? file.field_id === null : commentIds.has(file.comment_id))
        this.#keep(file)
  }

  #exported(
    list: readonly ExportedComment[],
    files: ReadonlyMap<string | null, AttachedFile[]>,
  ): JsonObject[] {
    const places = new Map(list.map(({ id }, at) => [id, at]))
    return list.map(({ id, field_id, reply_to, at, by, body, edited_at }) => {
      const email = by.kind === 'user' && by.id !== null ? this.#parts.mails.get(by.id) : undefined
      const field = field_id === null ? undefined : this.#keys.get(field_id)
      const answers = reply_to === null ? undefined : places.get(reply_to)
      const hung = (files.get(id) ?? []).map(fileOf)
      return {
        at: at.toISOString(),
        by: { kind: by.kind, id: by.id, name: by.name, ...(email === undefined ? {} : { email }) },
        ...(edited_at === null ? {} : { editedAt: edited_at.toISOString() }),
        ...(field === undefined ? {} : { field }),
        ...(answers === undefined ? {} : { answers }),
        text: body,
        ...(hung.length === 0 ? {} : { files: hung }),
      }
    })
  }

  /** Contents of attachment fields: of those that are written, for what is left out is left out whole. */
  #collect(part: readonly RecordView[], attachments: readonly string[]): void {
    for (const record of part)
      for (const key of attachments)
        for (const { sha256, name, size, mediaType } of fileRefs(record.fields[key] ?? null))
          this.#add({ sha256, name, size, mediaType })
  }

  #keep({ sha256, name, size, media_type: mediaType }: AttachedFile): void {
    this.#add({ sha256, name, size: Number(size), mediaType })
  }

  #add(content: Content): void {
    if (!this.contents.has(content.sha256)) this.contents.set(content.sha256, content)
  }
}

function fileOf({ name, size, media_type: mediaType, sha256 }: AttachedFile): JsonObject {
  return { name, size: Number(size), mediaType, sha256 }
}

function mapped<T>(groups: Map<string, T[]>, make: (list: T[]) => JsonObject[]): Map<string, JsonObject[]> {
  return new Map([...groups].map(([id, list]) => [id, make(list)]))
}

/** Attachments of a field as a cell names them when their contents lie beside it. */
export function attachmentsText(value: JsonValue): string {
  const files = fileRefs(value).map(({ name, size, mediaType, sha256 }) => ({
    name,
    size,
    mediaType,
    sha256,
  }))
  return files.length === 0 ? '' : JSON.stringify(files)
}

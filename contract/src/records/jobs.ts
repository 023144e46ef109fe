import { z } from 'zod'
import { Issue } from '../kernel/errors.ts'
import { Filter } from '../values/filter.ts'
import { AppId, FileId, Instant, JobId, RecordId } from '../kernel/ids.ts'
import { PageQuery, pageOf } from '../kernel/paging.ts'
import { ActorRef, FieldValues } from './records.ts'
import { route } from '../kernel/route.ts'

export const JobKind = z.enum(['bulkEdit', 'bulkClose', 'bulkDelete', 'action', 'export', 'import', 'undo'])
export type JobKind = z.infer<typeof JobKind>
export const JobState = z.enum(['queued', 'running', 'succeeded', 'failed', 'cancelled', 'undone'])
export type JobState = z.infer<typeof JobState>

/** Long work over an app's records: durable, continues after a crash, survives leaving the page. */
export const JobView = z.object({
  id: JobId,
  kind: JobKind,
  state: JobState,
  appId: AppId,
  appName: z.string(),
  /** The button that an action presses; null for other kinds. */
  button: z.string().nullable(),
  by: ActorRef,
  createdAt: Instant,
  startedAt: Instant.nullable(),
  endedAt: Instant.nullable(),
  /** Records or rows; `total` is null while it is not known. */
  total: z.number().int().nullable(),
  done: z.number().int(),
  /** Imported records that text search does not find yet; none once the job has ended. */
  unsearchable: z.number().int(),
  /** Of the done: what each became. An import dry run counts what would become. */
  counts: z.object({
    created: z.number().int(),
    updated: z.number().int(),
    unchanged: z.number().int(),
    deleted: z.number().int(),
    failed: z.number().int(),
    skipped: z.number().int(),
    /** Runs that an action started. */
    started: z.number().int().default(0),
  }),
  dryRun: z.boolean(),
  /** Why it failed as a whole. */
  error: z.string().nullable(),
  /** The first faults of rows and records, at most 50; an import's error file has all. */
  faults: z.array(
    z.object({
      row: z.number().int().nullable(),
      /** Tracking ID, or the ID that was asked for. */
      record: z.string().nullable(),
      /** ID of a record that the person who started the job can see. */
      recordId: RecordId.optional(),
      issues: z.array(Issue),
    }),
  ),
  /** What can be downloaded: the export, or the rows that an import refused. */
  file: z.object({ name: z.string(), size: z.number().int(), mediaType: z.string() }).nullable(),
  undoUntil: Instant.nullable(),
  can: z.object({ cancel: z.boolean(), undo: z.boolean(), download: z.boolean() }),
})
export type JobView = z.infer<typeof JobView>

const tenant = '/api/tenant/:tenantId' as const
const records = `${tenant}/apps/:appId/records` as const

/** Which records a job takes: chosen ones, or all that a search finds when the job begins. */
export const Selection = z.union([
  z.strictObject({ ids: z.array(RecordId).min(1).max(10_000) }),
  z.strictObject({ filter: Filter.optional(), text: z.string().max(500).optional() }),
])
export type Selection = z.infer<typeof Selection>

export const listJobs = route({
  method: 'GET',
  path: `${tenant}/jobs`,
  summary: 'Lists the caller’s jobs, newest first; app builders see all jobs of the tenant',
  needs: 'record:read',
  query: PageQuery.extend({ appId: AppId.optional(), state: JobState.optional() }),
  reply: pageOf(JobView),
  on404: 'here',
})
export const getJob = route({
  method: 'GET',
  path: `${tenant}/jobs/:jobId`,
  summary: 'Gets a job',
  needs: 'record:read',
  reply: JobView,
  on404: 'here',
})
export const cancelJob = route({
  method: 'POST',
  path: `${tenant}/jobs/:jobId/cancel`,
  summary: 'Stops a job after the current batch. Completed changes remain and can be undone.',
  needs: 'record:read',
  reply: JobView,
  fails: ['job.over'],
  on404: 'here',
})
export const undoJob = route({
  method: 'POST',
  path: `${tenant}/jobs/:jobId/undo`,
  summary:
    'Undoes the changes of a job in a new job. Fields changed since then are left as they are and counted as skipped.',
  needs: 'record:bulk',
  reply: JobView,
  status: 202,
  fails: ['job.not_undoable'],
  on404: 'here',
})
export const downloadJobFile = route({
  method: 'GET',
  path: `${tenant}/jobs/:jobId/file`,
  summary: 'Downloads the file of a job. Only its creator can.',
  needs: 'record:read',
  answers: 'file',
  on404: 'here',
})
/** Records get the state that closes them and these values; those that are closed already stay as they are. */
export const ClosingChange = z.strictObject({
  set: FieldValues.default({}),
  /** Plain text; becomes a comment on each record that is closed. */
  summary: z.string().max(10_000).optional(),
})
export const bulkRecords = route({
  method: 'POST',
  path: `${records}/bulk`,
  summary: 'Updates, closes, or deletes records in bulk as a job with an undo window',
  needs: 'record:bulk',
  body: z.strictObject({
    records: Selection,
    /** Values to set (null clears), close, or delete. */
    change: z.union([
      z.strictObject({ set: FieldValues }),
      z.strictObject({ close: ClosingChange }),
      z.strictObject({ delete: z.literal(true) }),
    ]),
  }),
  reply: JobView,
  status: 202,
  fails: ['field.unknown'],
  on404: 'here',
})
/** What closing the selected records would do, each by its own rules. */
export const ClosingOutlook = z.object({
  /** Records that were checked: at most the first 500. */
  checked: z.number().int(),
  /** The selection has more than were checked. */
  hasMore: z.boolean(),
  /** Would be closed, once the fields in `asks` have values. */
  closing: z.number().int(),
  /** Are closed already, and stay as they are. */
  closed: z.number().int(),
  /** Don't exist anymore, or the caller can't see them. */
  missing: z.number().int(),
  /** Can't be closed; `faults` has the first 50 of them. */
  blocked: z.number().int(),
  /** Keys of fields that closing requires with these values, in the order of the app. */
  asks: z.array(z.string()),
  faults: z.array(
    z.object({
      record: z.string(),
      recordId: RecordId,
      title: z.string().nullable(),
      issues: z.array(Issue),
    }),
  ),
})
export type ClosingOutlook = z.infer<typeof ClosingOutlook>

export const previewClosing = route({
  method: 'POST',
  path: `${records}/bulk/close-preview`,
  summary:
    'Checks what closing records in bulk would do: how many it closes, what it asks for, and which records can’t be closed and why',
  needs: 'record:bulk',
  body: z.strictObject({ records: Selection, set: FieldValues.default({}) }),
  reply: ClosingOutlook,
  fails: ['field.unknown'],
  on404: 'here',
})
export const ExportFormat = z.enum(['csv', 'xlsx', 'json'])
export const ExportOrder = z.strictObject({
  format: ExportFormat,
  records: Selection.default({}),
  /** Field keys and system fields in their order; all readable ones when absent. */
  columns: z.array(z.string().max(100)).max(500).optional(),
  /** Header row of CSV and XLSX: keys (to import again) or labels. */
  header: z.enum(['keys', 'labels']).default('keys'),
  sort: z
    .array(z.strictObject({ field: z.string().max(100), direction: z.enum(['asc', 'desc']) }))
    .max(3)
    .optional(),
  /** Beside the values: comments with author and time, files by content hash. With files it becomes a ZIP. */
  include: z
    .array(z.enum(['comments', 'files']))
    .max(2)
    .default([]),
})
export const exportRecords = route({
  method: 'POST',
  path: `${records}/export`,
  summary: 'Exports records to a file as a job. Data the caller can’t see is left out.',
  needs: 'record:export',
  body: ExportOrder,
  reply: JobView,
  status: 202,
  fails: ['field.unknown'],
  on404: 'here',
})
/** How an import reads one column: which field it fills (or `$comments`, `$files`); null leaves it out. */
export const ImportColumn = z.strictObject({
  column: z.string().max(300),
  field: z.string().max(100).nullable(),
})
export const previewImport = route({
  method: 'POST',
  path: `${records}/import/preview`,
  summary: 'Inspects an uploaded file: its columns, a suggested mapping, and a preview of the first rows',
  needs: 'record:create',
  body: z.strictObject({ fileId: FileId, format: ExportFormat.optional() }),
  reply: z.object({
    format: ExportFormat,
    /** The table lies in a ZIP, with the contents of files beside it. */
    packed: z.boolean(),
    columns: z.array(
      z.object({
        column: z.string(),
        field: z.string().nullable(),
        samples: z.array(z.string()).max(5),
        /** Names of people among the samples that lead to no one or to several, as sentences. */
        unclear: z.array(z.string()),
      }),
    ),
    rows: z.number().int().nullable(),
    /** Unique fields that the mapping could match by. */
    matchable: z.array(z.string()),
    /** The reader may import comments and files: they speak in others' names, so that it needs management of the app. */
    mayCarry: z.boolean(),
  }),
  fails: ['import.unreadable', 'file.storage_full'],
  on404: 'here',
})
export const importRecords = route({
  method: 'POST',
  path: `${records}/import`,
  summary:
    'Imports records from an uploaded file as a job: creates records, or updates those matched by a unique field',
  needs: 'record:create',
  body: z.strictObject({
    fileId: FileId,
    format: ExportFormat.optional(),
    columns: z.array(ImportColumn).min(1).max(1000),
    /** A unique field among the mapped ones; absent creates every row. */
    match: z.string().max(100).optional(),
    /** What happens to rows that match, and to those that do not. */
    existing: z.enum(['update', 'skip']).default('update'),
    missing: z.enum(['create', 'skip']).default('create'),
    dryRun: z.boolean().default(false),
  }),
  reply: JobView,
  status: 202,
  fails: ['field.unknown', 'import.unreadable'],
  on404: 'here',
})

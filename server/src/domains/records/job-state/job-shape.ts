import {
  ExportOrder,
  ImportColumn,
  type JobKind,
  type JobState,
  JobView,
  Selection,
} from '@caseloom/contract/records/jobs'
import { JsonObject } from '@caseloom/contract/kernel/json'
import { FieldValues } from '@caseloom/contract/records/records'
import { z } from 'zod'

/** A file that was uploaded, as a job keeps it. */
export const Upload = z.object({ fileId: z.string(), name: z.string(), size: z.number() })

export const ImportSpec = z.object({
  kind: z.literal('import'),
  upload: Upload,
  format: z.enum(['csv', 'xlsx', 'json']),
  columns: z.array(ImportColumn),
  match: z.string().nullable(),
  existing: z.enum(['update', 'skip']),
  missing: z.enum(['create', 'skip']),
  dryRun: z.boolean(),
})
export type ImportSpec = z.infer<typeof ImportSpec>

/** IANA time zone of the person who started the job; `today` and `this_week` in its search follow it. */
const zone = z.string().default('UTC')

/** What a job is to do. */
export const JobSpec = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('bulkEdit'), records: Selection, zone, set: FieldValues }),
  z.object({
    kind: z.literal('bulkClose'),
    records: Selection,
    zone,
    /** The field of the state that closes, which `set` holds too. */
    state: z.string(),
    set: FieldValues,
    summary: z.string().nullable(),
  }),
  z.object({ kind: z.literal('bulkDelete'), records: Selection, zone }),
  z.object({
    kind: z.literal('action'),
    records: Selection,
    zone,
    button: z.object({ id: z.string(), label: z.string() }),
    inputs: JsonObject,
    /** The statement that the person confirmed at the start: nothing else is started in their name. */
    statement: z.string().nullable(),
  }),
  z.object({ kind: z.literal('export'), ...ExportOrder.shape, zone }),
  ImportSpec,
  z.object({ kind: z.literal('undo'), of: z.string(), fields: z.array(z.string()).nullable() }),
])
export type JobSpec = z.infer<typeof JobSpec>
export type SpecOf<Kind extends JobKind> = Extract<JobSpec, { kind: Kind }>

export type Counts = JobView['counts']
export type Fault = JobView['faults'][number]
export const NO_COUNTS: Counts = {
  created: 0,
  updated: 0,
  unchanged: 0,
  deleted: 0,
  failed: 0,
  skipped: 0,
  started: 0,
}
export const MAX_FAULTS = 50

/** The name of a job's file, which lies in the job files under the job's own id. */
export const JobFile = z.object({ name: z.string(), size: z.number(), mediaType: z.string() })
export type JobFile = z.infer<typeof JobFile>

/** A job's progress: counts of what is done, and the phase's own position to resume from. */
export const Place = z.object({
  phase: z.enum(['collect', 'work', 'words', 'finish']),
  /** The next part to do, or in the first phase to collect. */
  n: z.number(),
  /** Parts that were collected. */
  parts: z.number(),
  /** The page of the search to collect next. */
  search: z.string().nullable(),
  /** Rows of the file, or records of the part, that are behind us. */
  rows: z.number(),
  /** The next part of an import whose new records' words are to be written. */
  words: z.number().default(0),
  /** Records that it made and that no word finds yet. */
  wordless: z.number().default(0),
})
export type Place = z.infer<typeof Place>
export const START: Place = { phase: 'collect', n: 0, parts: 0, search: null, rows: 0, words: 0, wordless: 0 }

/** A row of the table of jobs. */
export interface Job {
  tenantId: string
  id: string
  appId: string
  appName: string
  kind: JobKind
  state: JobState
  /** The user who began it. */
  starter: string
  /** What the API token that began it was good for; null without one. */
  permissions: string[] | null
  actor: JobView['by']
  spec: JobSpec
  total: number | null
  done: number
  counts: Counts
  faults: Fault[]
  place: Place
  error: string | null
  file: JobFile | null
  undoUntil: Date | null
  cancel: boolean
  attempts: number
  createdAt: Date
  startedAt: Date | null
  endedAt: Date | null
}

/** What one record became: id, version after the change, and what was done (created, updated, deleted). */
export const DoneEntry = z.tuple([z.string(), z.number(), z.enum(['c', 'u', 'd'])])
export type DoneEntry = z.infer<typeof DoneEntry>

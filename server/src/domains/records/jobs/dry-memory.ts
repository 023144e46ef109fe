import { createHash } from 'node:crypto'
import { AppError, fail } from '../../../platform/errors.ts'
import type { WriteRequest } from '../commands.ts'
import type { AppTable, StoredRecord } from '../record-shape.ts'
import type { Answer } from '../write-records.ts'
import type { ImportPlan } from './import-plan.rules.ts'

/** What a dry run would have written by now, as far as later rows can tell: unique values, with a digest of the rest. */
export class DryMemory {
  readonly #app: AppTable
  readonly #plan: ImportPlan
  readonly #seen = new Map<string, string>()

  constructor(app: AppTable, plan: ImportPlan) {
    this.#app = app
    this.#plan = plan
  }

  /** True when a row before had this value in the field to match by. */
  has(value: string): boolean {
    return this.#plan.match !== null && this.#seen.has(short(this.#plan.match.key, value))
  }

  /** The answers that the rows would have got, had those of the batches before been written. */
  judge(answers: readonly Answer[], requests: readonly WriteRequest[]): Answer[] {
    // Rows of this batch have seen each other already.
    const fresh = new Map<string, string>()
    const told = answers.map((answer, at) => this.#judgeOne(answer, requests[at], fresh))
    for (const [key, digest] of fresh) this.#seen.set(key, digest)
    return told
  }

  #judgeOne(answer: Answer, request: WriteRequest | undefined, fresh: Map<string, string>): Answer {
    if (answer instanceof AppError || request === undefined) return answer
    const { match } = this.#plan
    const { record } = answer
    const digest = this.#digestOf(record)
    const own = match === null ? null : short(match.key, String(record.values[match.key] ?? ''))
    const before = own === null || fresh.has(own) ? undefined : this.#seen.get(own)
    for (const [key, name] of this.#uniques(record)) {
      if (key !== own && answer.outcome === 'created' && this.#seen.has(key)) return taken(name)
      fresh.set(key, digest)
    }
    if (before === undefined) return answer
    return { record, outcome: before === digest ? 'unchanged' : 'updated' }
  }

  #digestOf(record: StoredRecord): string {
    const values = this.#plan.columns.map(({ field }) => record.values[field.key] ?? null)
    return createHash('sha1').update(JSON.stringify(values)).digest('base64').slice(0, 16)
  }

  #uniques(record: StoredRecord): [string, string][] {
    return this.#app.fields.flatMap((field): [string, string][] => {
      const value = record.values[field.key] ?? null
      return field.unique && value !== null ? [[short(field.key, String(value)), field.key]] : []
    })
  }
}

function short(field: string, value: string): string {
  const text = `${field}\n${value}`
  return text.length <= 60 ? text : createHash('sha1').update(text).digest('base64')
}

function taken(field: string): AppError {
  const issue = { path: ['fields', field], code: 'duplicate', message: 'Another row has this value' }
  return fail('record.duplicate_value', { issues: [issue] })
}

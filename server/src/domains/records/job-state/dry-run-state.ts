import type { JsonValue } from '@caseloom/contract/kernel/json'
import { createHash } from 'node:crypto'
import { AppError, fail } from '../../../platform/errors.ts'
import type { WriteRequest, WriteResult } from '../writing/commands.ts'
import type { AppTable, StoredRecord } from '../model/record-shape.ts'
import type { Answer } from '../writing/write-records.ts'
import type { ImportPlan } from './import-plan.rules.ts'

/** What became of a row; a dry run has no record of it. */
export type RowAnswer = { record: StoredRecord | null; outcome: WriteResult['outcome'] } | AppError

/**
 * What a dry run would have written by now, as far as it affects later rows: unique values, with a digest of the rest.
 */
export class DryRunState {
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
  judge(answers: readonly Answer[], requests: readonly WriteRequest[]): RowAnswer[] {
    // Rows of this batch have seen each other already, so that what is new in it counts from the next one on.
    const fresh = new Map<string, string>()
    const judged = answers.map((answer, at) => this.#judgeOne(answer, requests[at]?.command, fresh))
    for (const [key, digest] of fresh) this.#seen.set(key, digest)
    return judged
  }

  #judgeOne(
    answer: Answer,
    command: WriteRequest['command'] | undefined,
    fresh: Map<string, string>,
  ): RowAnswer {
    const own = command === undefined ? null : this.#ownKey(command)
    const before = own === null ? undefined : this.#seen.get(own)
    if (own !== null && before !== undefined && isOfCreation(answer)) return this.#again(own, before, command)
    if (answer instanceof AppError) return answer
    const { record, outcome } = answer
    const digest = this.#plan.columns.map(({ field }) => digestOf(record.values[field.key] ?? null)).join('')
    for (const [key, name] of this.#uniques(record)) {
      if (outcome === 'created' && this.#seen.has(key)) return taken(name)
      fresh.set(key, digest)
    }
    return answer
  }

  /** A row that matches what a row of a batch before wrote: what it says is compared with that. */
  #again(own: string, before: string, command: WriteRequest['command'] | undefined): RowAnswer {
    const said = command?.kind === 'upsert' ? command.set : {}
    let after = ''
    for (const [at, { field }] of this.#plan.columns.entries()) {
      const old = before.slice(at * DIGEST, (at + 1) * DIGEST)
      const raw = said[field.key]
      after += raw === undefined ? old : digestOf(field.read(raw).value ?? null)
    }
    this.#seen.set(own, after)
    return { record: null, outcome: after === before ? 'unchanged' : 'updated' }
  }

  #ownKey(command: WriteRequest['command']): string | null {
    const { match } = this.#plan
    if (match === null || command.kind !== 'upsert') return null
    const value = match.read(command.match[match.key] ?? null).value ?? null
    return value === null ? null : short(match.key, String(value))
  }

  #uniques(record: StoredRecord): [string, string][] {
    return this.#app.fields.flatMap((field): [string, string][] => {
      const value = record.values[field.key] ?? null
      return field.unique && value !== null ? [[short(field.key, String(value)), field.key]] : []
    })
  }
}

/** Faults of a record that would be new say nothing about one that is there. */
function isOfCreation(answer: Answer): boolean {
  if (!(answer instanceof AppError)) return true
  const { issues = [] } = answer.details
  return issues.length > 0 && issues.every(({ code }) => code === 'required')
}

const DIGEST = 8

function digestOf(value: JsonValue): string {
  return createHash('sha1').update(JSON.stringify(value)).digest('base64').slice(0, DIGEST)
}

function short(field: string, value: string): string {
  const text = `${field}\n${value}`
  return text.length <= 60 ? text : createHash('sha1').update(text).digest('base64')
}

function taken(field: string): AppError {
  const issue = { path: ['fields', field], code: 'duplicate', message: 'Another row has this value' }
  return fail('record.duplicate_value', { issues: [issue] })
}

import { ERRORS } from '@caseloom/contract/kernel/errors'
import type { batchRecords as route } from '@caseloom/contract/records/record-api'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { RouteBody, RouteReply } from '@caseloom/contract/kernel/route'
import type { TenantScope } from '../../../platform/database/types.ts'
import { AppError } from '../../../platform/errors.ts'
import { allow } from '../../../platform/rights.ts'
import type { WriteCommand } from '../writing/commands.ts'
import { deleteMany, type Removal } from '../writing/delete-records.ts'
import { type Answer, writeRecords } from '../writing/write-records.ts'
import type { RecordsDeps } from '../model/records-deps.ts'

type Command = RouteBody<typeof route>['commands'][number]
type Result = RouteReply<typeof route>['results'][number]

export interface BatchCommand {
  appId: string
  commands: readonly Command[]
  /** The same operation again answers what was done the first time. */
  operation?: string | undefined
}

/** Does changes of any kind in their order; a fault of one leaves the others alone. */
export async function batchRecords(
  deps: RecordsDeps,
  scope: TenantScope,
  actor: Actor,
  { appId, commands, operation }: BatchCommand,
): Promise<{ results: Result[] }> {
  allow(actor, 'record:read')
  const acronymOf = async () => (await scope.read((tx) => deps.apps.compiled(tx, appId)))?.acronym ?? ''
  const results: Result[] = []
  for (const run of runsOf(commands)) {
    const answers = run.removes
      ? await deleteMany(deps, scope, { appId, actor, ids: run.commands.flatMap(idToDelete) })
      : await write(deps, scope, actor, { appId, operation, run })
    const acronym = await acronymOf()
    results.push(...answers.map((answer) => resultOf(answer, acronym)))
  }
  return { results }
}

interface Run {
  /** Place of its first command in the whole. */
  from: number
  removes: boolean
  commands: Command[]
}

/** Groups adjacent commands that can be written together. */
function runsOf(commands: readonly Command[]): Run[] {
  const runs: Run[] = []
  for (const [at, command] of commands.entries()) {
    const removes = 'delete' in command
    const last = runs.at(-1)
    if (last?.removes === removes) last.commands.push(command)
    else runs.push({ from: at, removes, commands: [command] })
  }
  return runs
}

function idToDelete(command: Command): string[] {
  return 'delete' in command ? [command.delete] : []
}

async function write(
  deps: RecordsDeps,
  scope: TenantScope,
  actor: Actor,
  { appId, operation, run }: { appId: string; operation: string | undefined; run: Run },
): Promise<Answer[]> {
  const requests = run.commands.flatMap((command, at) => {
    const write = writeOf(command)
    if (write === null) return []
    return [
      {
        actor,
        command: write,
        ...(operation === undefined ? {} : { operationKey: `${operation}/${run.from + at}` }),
      },
    ]
  })
  return (await writeRecords(deps, scope, { appIdOrKey: appId, requests })).answers
}

function writeOf(command: Command): WriteCommand | null {
  if ('delete' in command) return null
  if ('create' in command) return { kind: 'create', values: command.create, folds: true }
  if ('update' in command)
    return { kind: 'update', id: command.id, values: command.update, version: command.version }
  return { kind: 'upsert', match: command.match, set: command.set, folds: true }
}

function resultOf(answer: Answer | Removal, acronym: string): Result {
  if (answer instanceof AppError) {
    const { code, details } = answer
    const { issues } = details
    return {
      outcome: 'failed',
      code,
      status: ERRORS[code].status,
      ...(issues === undefined ? {} : { issues }),
    }
  }
  const { record, outcome } = answer
  return {
    outcome,
    // Ids of records were made by the id generator.
    id: record.id as Extract<Result, { id: unknown }>['id'],
    trackingId: `${acronym}-${record.seq}`,
    version: record.version,
  }
}

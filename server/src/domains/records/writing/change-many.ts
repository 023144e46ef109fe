import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { TenantScope } from '../../../platform/database/types.ts'
import { AppError } from '../../../platform/errors.ts'
import type { UpsertView } from './change-record.ts'
import { accessTo } from '../model/app-permissions.rules.ts'
import { recordViewer } from '../model/record-view.ts'
import type { WriteCommand } from './commands.ts'
import { roughSize } from './write-queue.ts'
import { type Answers, writeRecords } from './write-records.ts'
import type { RecordsDeps } from '../model/records-deps.ts'

/** Requests of one batch are written together; more than this would hold a transaction open for too long. */
const BATCH = 1000
/** The same in characters, for records with long texts. */
const MAX_CHARACTERS = 8_000_000
/** Concurrent batches: one is written while the next is read, so both cores have work. */
const TOGETHER = 2

export interface ManyCommand {
  appId: string
  commands: readonly WriteCommand[]
}
export type ManyAnswer = UpsertView | AppError

/** Makes many changes in few transactions. Each has its own result: a failure doesn't affect the others. */
export async function changeMany(
  deps: RecordsDeps,
  scope: TenantScope,
  actor: Actor,
  { appId, commands }: ManyCommand,
): Promise<ManyAnswer[]> {
  const answers: ManyAnswer[] = []
  const underWay: Promise<Answers>[] = []
  let mine: Promise<unknown> = Promise.resolve()
  const settleFirst = async () => {
    const batch = await underWay[0]
    void underWay.shift()
    if (batch !== undefined) answers.push(...views(batch, actor))
  }
  try {
    for (const batch of batchesOf(commands)) {
      const requests = batch.map((command) => ({ actor, command }))
      const before = underWay.at(-1)
      const order = before === undefined ? {} : { before }
      const { promise, resolve: over } = Promise.withResolvers<void>()
      const turn = { mine, over }
      // A batch that fails before it has decided gives its turn away as well.
      underWay.push(writeRecords(deps, scope, { appIdOrKey: appId, requests, turn, ...order }).finally(over))
      mine = promise
      if (underWay.length >= TOGETHER) await settleFirst()
    }
    while (underWay.length > 0) await settleFirst()
  } finally {
    // If one batch fails, wait for the next one too, so its rejection isn't unhandled.
    await Promise.allSettled(underWay)
  }
  return answers
}

function* batchesOf(commands: readonly WriteCommand[]): Generator<readonly WriteCommand[]> {
  let from = 0
  let size = 0
  for (const [at, command] of commands.entries()) {
    const own = roughSize(command)
    if (at > from && (at - from === BATCH || size + own > MAX_CHARACTERS)) {
      yield commands.slice(from, at)
      from = at
      size = 0
    }
    size += own
  }
  if (from < commands.length) yield commands.slice(from)
}

function views({ app, answers }: Answers, actor: Actor): ManyAnswer[] {
  const viewOf = recordViewer(accessTo(app, actor))
  return answers.map((answer) =>
    answer instanceof AppError ? answer : { ...viewOf(answer.record), outcome: answer.outcome },
  )
}

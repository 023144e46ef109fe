import { setImmediate as nextTurn } from 'node:timers/promises'
import type { TableQuestion } from '@caseloom/contract/apps/table-answers'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { TableAnswers } from '@caseloom/workflow/table-answers'
import { questionName } from '@caseloom/workflow/table-uses'
import type { TenantTx } from '../../../platform/database/types.ts'
import { AppError } from '../../../platform/errors.ts'
import { withFormulas } from '../computed/compute-formulas.ts'
import type { AppTable, Circles, StoredRecord, Values } from '../model/record-shape.ts'
import { splitLinks } from '../reference-fields/plan-links.rules.ts'
import type { ReadyWorkflow } from '../workflow/workflow-of.ts'
import type { Batch } from './batch.ts'
import type { ReadCommand } from './commands.ts'
import { drafted, outcomeOf } from './decide-with-workflow.ts'
import { templatedValues } from './template-values.rules.ts'
import type { WorkflowAtHand } from './workflow-at-hand.ts'

/** Rounds of questions: a value that a rule sets and another looks up can lead to further rules. */
const MAX_ROUNDS = 3
/** Evaluations before other work of this process gets its turn. */
const SLICE = 50

interface Ahead {
  tx: TenantTx
  app: AppTable
  batch: Batch
  circles: Circles | undefined
  workflow: WorkflowAtHand | null
}

interface Asking {
  actor: Actor
  command: ReadCommand | AppError | undefined
}

/**
 * Asks tables together about values that rules of a batch will set: they are found by evaluating each command on its own.
 * What that misses is asked for when the command is decided.
 */
export async function askTablesAhead(ahead: Ahead, all: readonly Asking[]): Promise<void> {
  const { workflow } = ahead
  if (workflow === null || all.length < 2 || !looksUpWhatRulesSet(workflow.ready)) return
  let open = all
  for (let round = 0; round < MAX_ROUNDS && open.length > 0; round += 1) {
    const wanted = new Map<string, TableQuestion>()
    const next: Asking[] = []
    for (const [at, one] of open.entries()) {
      if (at % SLICE === SLICE - 1) await nextTurn()
      const questions = await questionsOf({ ...ahead, workflow }, one)
      for (const question of questions) wanted.set(questionName(question), question)
      if (questions.length > 0) next.push(one)
    }
    await workflow.tables.ask([...wanted.values()])
    open = next
  }
}

const looking = new WeakMap<ReadyWorkflow, boolean>()

/** Fixed values are few: their answers come with the first record that asks. */
function looksUpWhatRulesSet(ready: ReadyWorkflow): boolean {
  const known = looking.get(ready)
  if (known !== undefined) return known
  const asked = new Set(ready.tables.map(({ field }) => field))
  const found = ready.compiled.rules.some(({ writes }) =>
    writes.some(({ action }) => 'to' in action && !('value' in action.to) && asked.has(action.field)),
  )
  looking.set(ready, found)
  return found
}

async function questionsOf(
  ahead: Ahead & { workflow: WorkflowAtHand },
  { actor, command }: Asking,
): Promise<TableQuestion[]> {
  if (command === undefined || command instanceof AppError) return []
  const { tx, app, workflow, circles } = ahead
  const start = startOf(ahead, actor, command)
  if (start === null) return []
  const { current } = start
  const { tables, asked } = collecting(workflow.tables)
  const { plain } = splitLinks(app, start.values)
  const moment = { actor, now: tx.now, zone: tx.timeZone, circles }
  const id = current?.id ?? ''
  const wish = { app, tx, moment, id, current, plain, plans: [], workflow: { ...workflow, tables } }
  try {
    const { record } = await withFormulas(app, drafted(wish))
    await outcomeOf(wish, wish.workflow, { record, before: current })
  } catch (error) {
    // The command itself says what is wrong with it.
    if (!(error instanceof AppError)) throw error
  }
  return [...asked.values()]
}

/** What the command changes, and the record as it is before earlier commands of the batch; null for one inside a field. */
function startOf(
  { app, batch, tx }: Ahead,
  actor: Actor,
  command: ReadCommand,
): { current: StoredRecord | null; values: Values } | null {
  switch (command.kind) {
    case 'create': {
      const { template, values } = command
      const moment = { actor, now: tx.now, zone: tx.timeZone }
      return {
        current: null,
        values: template === null ? values : templatedValues(app, template, values, moment),
      }
    }
    case 'update': {
      const current = batch.standing(command.id)
      return current === null || command.inside !== undefined ? null : { current, values: command.values }
    }
    case 'upsert': {
      const { match, create, set } = command
      const current = batch.match(match)
      return { current, values: current === null ? { ...match, ...create, ...set } : set }
    }
    default:
      return command satisfies never
  }
}

/** Answers as far as they are known; for the rest, no one can say yet. */
function collecting(known: TableAnswers): { tables: TableAnswers; asked: Map<string, TableQuestion> } {
  const asked = new Map<string, TableQuestion>()
  return {
    asked,
    tables: {
      lookup: (question) => {
        const found = known.lookup(question)
        return found === undefined && asked.has(questionName(question)) ? null : found
      },
      ask: async (questions) => {
        for (const question of questions) asked.set(questionName(question), question)
      },
    },
  }
}

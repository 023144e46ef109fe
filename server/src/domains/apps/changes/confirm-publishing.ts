import type { PublishWarning } from '@caseloom/contract/apps/publish-warnings'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { wholeWorkflow } from '@caseloom/workflow/applets/whole-workflow'
import { compileWorkflow } from '@caseloom/workflow/compile'
import { questionsOf, runTests } from '@caseloom/workflow/sample-tests/run-tests'
import { tableAnswers } from '@caseloom/workflow/table-answers'
import { setImmediate } from 'node:timers/promises'
import type { TenantRef, TenantScope } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import type { AssigningPort } from '../definition/assigning-port.ts'
import type { TablesPort } from '../definition/tables-port.ts'
import {
  failingTest,
  missingRoles,
  missingSchedules,
  type Published,
} from '../definition/publish-warnings.rules.ts'
import { lookUpValues } from './look-up-values.ts'

/** The roles that users of a tenant can have; null where they aren’t known. */
export type FindRoles = (place: TenantRef) => Promise<readonly { id: string }[] | null>

interface Confirming {
  findRoles: FindRoles
  tables: TablesPort
  assigning: AssigningPort
}

/**
 * Asks before something is published that breaks its own tests or names roles or schedules that don’t
 * exist.
 * @throws app.confirm_first with everything that is to be confirmed, unless it is
 */
export async function refuseUnconfirmed(
  { findRoles, tables, assigning }: Confirming,
  scope: TenantScope,
  actor: Actor,
  published: Published & { confirmed?: boolean | undefined },
): Promise<void> {
  if (published.confirmed === true) return
  const issues = [
    ...(await failingTests(tables, scope, actor, published)),
    ...(await rolesMissing(findRoles, scope, actor, published)),
    ...(await schedulesMissing(assigning, scope, published)),
  ]
  if (issues.length > 0) throw fail('app.confirm_first', { issues })
}

async function failingTests(
  tables: TablesPort,
  scope: TenantScope,
  actor: Actor,
  published: Published,
): Promise<PublishWarning[]> {
  const { workflow, fields } = published
  const tests = workflow?.tests ?? []
  if (tests.length === 0) return []
  const compiled = compileWorkflow(wholeWorkflow(published), { fields })
  const answers = tableAnswers((questions) => lookUpValues(tables, scope, actor, questions))
  await answers.ask(questionsOf(compiled, tests))
  const found: PublishWarning[] = []
  for (const [at, test] of tests.entries()) {
    const [run] = await runTests(compiled, [test], answers)
    if (run !== undefined && run.differences.length > 0) found.push(failingTest(actor, run, { at, fields }))
    // Expressions take time: other requests have their turn between tests.
    await setImmediate()
  }
  return found
}

async function schedulesMissing(
  assigning: AssigningPort,
  scope: TenantScope,
  published: Published,
): Promise<PublishWarning[]> {
  if (missingSchedules(published, []).length === 0) return []
  const schedules = await scope.read((tx) => assigning.schedules(tx))
  return schedules === null ? [] : missingSchedules(published, schedules)
}

async function rolesMissing(
  findRoles: FindRoles,
  place: TenantRef,
  actor: Actor,
  published: Published,
): Promise<PublishWarning[]> {
  if (published.workflow === undefined && (published.layouts ?? []).length === 0) return []
  const roles = await findRoles(place)
  return roles === null
    ? []
    : missingRoles(
        actor,
        published,
        roles.map(({ id }) => id),
      )
}

import type { PlaybookTestResult } from '@caseloom/contract/automation/playbook-tests'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { builtInActions } from '@caseloom/playbook/actions'
import { Playbook } from '@caseloom/playbook/document'
import { PlaybookTest, TEST_LIMITS } from '@caseloom/playbook/document-tests'
import { givenOfEvents } from '@caseloom/playbook/test-from-run'
import type { TenantScope } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import { allow } from '../../../platform/rights.ts'
import { newId } from '../../../platform/uuid.ts'
import type { StoredSpec } from '../registry/stored-spec.ts'
import { authoredSteps, patternOf } from '../playbooks/authored-steps.rules.ts'
import { getPlaybookRow } from '../playbooks/playbook.store.ts'
import { underDocument } from '../playbooks/playbook-document.rules.ts'
import { problemsOf } from '../publishing/playbooks.read.ts'
import { eventOf } from '../run-model/run-entry.ts'
import { NO_PAYLOAD, storedBytes, storedJson } from '../run-model/run-input.ts'
import { entriesOf, type RunRow, runRow, StoredRequest } from '../run-model/run.store.ts'
import { runById } from '../runs/runs.read.ts'
import { allowCopy, type CopyDeps } from '../saved-tests/copyable-run.ts'
import { runOne, runSavedTests } from '../saved-tests/run-saved-tests.ts'
import type { TestDeps } from './test-playbook.ts'

export type SavedTestsDeps = TestDeps & CopyDeps

export interface RunTests {
  playbookId: string
  document: JsonObject
  keys?: readonly string[] | undefined
}

/** Runs saved tests of a draft. Throws playbook.invalid with all problems, request.too_many, resource.not_found. */
export async function runTests(
  deps: TestDeps,
  scope: TenantScope,
  actor: Actor,
  { playbookId, document, keys }: RunTests,
): Promise<PlaybookTestResult[]> {
  allow(actor, 'playbook:build')
  const actions = await checkDraft(deps, scope, { playbookId, document })
  await deps.limits.allowAcceptance(scope)
  return runSavedTests(deps, scope, actor, { document, actions, keys })
}

export interface MakeTest {
  playbookId: string
  document: JsonObject
  runId: string
  sampleOf: string | null
  key: string
  title: string
}

/**
 * Makes a test of a run for the draft, whose expectations are what the draft makes of the run's data; nothing is
 * saved. Throws playbook.invalid, playbook.test_refused, run.not_over, resource.not_found.
 */
export async function makeTest(
  deps: SavedTestsDeps,
  scope: TenantScope,
  actor: Actor,
  command: MakeTest,
): Promise<{ test: JsonObject; result: PlaybookTestResult }> {
  allow(actor, 'playbook:build')
  const { playbookId, document, runId, sampleOf } = command
  const run = await scope.read((tx) => runById(tx, runId))
  if (run?.playbook_id !== playbookId) throw fail('resource.not_found')
  await allowCopy(deps, scope, actor, { id: runId, isTry: run.test })
  if (sampleOf !== null) await allowCopy(deps, scope, actor, { id: sampleOf, isTry: false })
  if (run.state === 'cancelled') throw fail('playbook.test_refused', { detail: CANCELED })
  if (run.state !== 'succeeded' && run.state !== 'failed') throw fail('run.not_over')
  const actions = await checkDraft(deps, scope, { playbookId, document })
  const bare = boundedTest(await testOf(deps, scope, command, run.trigger_key))
  const draft = { id: newId(), document, actions }
  const first = await runOne(deps, scope, actor, { document: draft, test: PlaybookTest.parse(bare) })
  const test = boundedTest({ ...bare, expect: first.fresh })
  const result = await runOne(deps, scope, actor, { document: draft, test: PlaybookTest.parse(test) })
  return { test, result }
}

const CANCELED = 'A canceled run can’t be saved as a test.'

async function checkDraft(
  deps: TestDeps,
  scope: TenantScope,
  { playbookId, document }: Pick<MakeTest, 'playbookId' | 'document'>,
): Promise<readonly StoredSpec[]> {
  await scope.read((tx) => getPlaybookRow(tx, playbookId))
  const issues = await problemsOf(deps, scope, document)
  if (issues.length > 0) throw fail('playbook.invalid', { issues: underDocument(issues) })
  return (await deps.connectors?.catalog.specsFor(scope, document)) ?? []
}

/** The test without expectations: when and with what the run began, and what its steps outside gave. */
async function testOf(
  deps: TestDeps,
  scope: TenantScope,
  { runId, document, key, title }: MakeTest,
  triggerKey: string,
): Promise<JsonObject> {
  const { row, body, past } = await scope.read(async (tx) => {
    const found = await runRow(tx, runId)
    if (found === null) throw fail('resource.not_found')
    const { payload, payload_ref: ref } = found
    const stored = (await entriesOf(tx, runId)).flatMap((entry) => entry.events)
    return {
      row: found,
      body: payload ?? (ref === null ? NO_PAYLOAD : await storedBytes(deps.values, tx, ref)),
      past: await Promise.all(
        stored.map((event) => eventOf(event, (big) => storedJson(deps.values, tx, big))),
      ),
    }
  })
  const version = await deps.versions.get(scope, row.version_id)
  const isKnown = Playbook.parse(document).triggers.some((one) => one.key === triggerKey)
  return {
    key,
    title,
    at: row.created_at.toISOString(),
    ...receivedBy(row, body, isKnown ? triggerKey : null),
    given: JSON.parse(JSON.stringify(givenOfEvents(past, isScriptOf(version.document)))) as JsonObject,
  }
}

function receivedBy({ request }: RunRow, body: Buffer, triggerKey: string | null): JsonObject {
  const { headers = {}, query = {}, inputs } = request === null ? {} : StoredRequest.parse(request)
  return {
    trigger: {
      ...(triggerKey === null ? {} : { key: triggerKey }),
      payload: JSON.parse(body.toString('utf8')),
      ...(Object.keys(headers).length === 0 ? {} : { headers }),
      ...(Object.keys(query).length === 0 ? {} : { query }),
    },
    ...(inputs === undefined || Object.keys(inputs).length === 0 ? {} : { inputs }),
  }
}

/** Scripts run in tests, too: what they gave is no part of one. */
function isScriptOf(document: JsonObject): (path: string) => boolean {
  const scripts = new Set(
    authoredSteps(document)
      .filter(({ action }) => builtInActions.get(action)?.local === 'values')
      .map(({ path }) => path),
  )
  return (path) => scripts.has(patternOf(path))
}

function boundedTest(test: JsonObject): JsonObject {
  const size = JSON.stringify(test).length
  const parsed = PlaybookTest.safeParse(test)
  if (size <= TEST_LIMITS.characters && parsed.success) return test
  const detail =
    size > TEST_LIMITS.characters
      ? `A test can have at most ${TEST_LIMITS.characters} characters, and this run has more. Use a shorter sample.`
      : 'The data of this run doesn’t fit a test. Use a shorter sample.'
  throw fail('playbook.test_refused', { detail })
}

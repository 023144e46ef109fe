// Saved tests of playbooks: running those of a document, and who may see the run that one is made from.
import type { PlaybookTestResult } from '@caseloom/contract/automation/playbook-tests'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { Playbook } from '@caseloom/playbook/document'
import type { PlaybookTest } from '@caseloom/playbook/document-tests'
import type { TenantScope } from '../../../platform/database/types.ts'
import { newId } from '../../../platform/uuid.ts'
import type { Expressions } from '../expressions/expressions.ts'
import type { Tested } from '../expressions/messages.ts'
import { OverLimit } from '../expressions/thread-pool.ts'
import type { StoredSpec } from '../registry/stored-spec.ts'
import { MAX_SCRIPTS, runScript, type ScriptDeps, withScripts } from './run-scripts.ts'

export interface SavedTestDeps extends ScriptDeps {
  expressions: Pick<Expressions, 'test'>
}

/** A document without problems, with the actions of connectors that it uses. */
export interface TestedDocument {
  document: JsonObject
  actions: readonly StoredSpec[]
}

/** Tests that have not begun by then fail: a person waits for the answer. */
const LONGEST_MS = 60_000

/** Runs the saved tests of a valid document, or only those named; nothing is done outside. */
export async function runSavedTests(
  deps: SavedTestDeps,
  scope: TenantScope,
  actor: Actor,
  { keys, ...tested }: TestedDocument & { keys?: readonly string[] | undefined },
): Promise<PlaybookTestResult[]> {
  const tests = Playbook.parse(tested.document).tests ?? []
  const wanted = keys === undefined ? tests : tests.filter(({ key }) => keys.includes(key))
  // Threads learn the document once for all of its tests.
  const document = { id: newId(), ...tested }
  const begun = performance.now()
  const results: PlaybookTestResult[] = []
  for (const test of wanted) {
    const isLate = performance.now() - begun > LONGEST_MS
    results.push(isLate ? unfinished(test, TOO_LONG) : await runOne(deps, scope, actor, { document, test }))
  }
  return results
}

const TOO_LONG = `The tests take longer than ${LONGEST_MS / 1000} s`

interface OneTest {
  document: TestedDocument & { id: string }
  test: PlaybookTest
}

/** One test of a document, which need not be part of it. */
export async function runOne(
  deps: SavedTestDeps,
  scope: TenantScope,
  actor: Actor,
  { document, test }: OneTest,
): Promise<PlaybookTestResult> {
  const begun = performance.now()
  const at = test.at === undefined ? 0 : Date.parse(test.at)
  try {
    const { answer, complete } = await withScripts(
      (computed) => deps.expressions.test({ document, test, computed }),
      { perform: async (command) => ({ ...(await runScript(deps, scope, actor, command)), at }) },
    )
    if (!complete) return unfinished(test, `The test runs more than ${MAX_SCRIPTS} scripts`)
    return resultOf(test, answer, performance.now() - begun)
  } catch (error) {
    if (!(error instanceof OverLimit)) throw error
    return unfinished(test, error.message)
  }
}

function resultOf({ key, title }: PlaybookTest, tested: Tested, durationMs: number): PlaybookTestResult {
  const { state, error, reached, differences, fresh, accepted, outputs } = tested
  const passed = differences.length === 0
  return {
    key,
    title,
    passed,
    state,
    error,
    durationMs,
    differences,
    reached,
    // Expectations are JSON by their schema, which leaves room for absent members.
    fresh: JSON.parse(JSON.stringify(fresh)) as JsonObject,
    accepted: JSON.parse(JSON.stringify(accepted)) as JsonObject,
    outputs,
  }
}

function unfinished({ key, title, expect }: PlaybookTest, message: string): PlaybookTestResult {
  return {
    key,
    title,
    passed: false,
    state: 'stopped',
    error: { code: 'test.stopped', message },
    durationMs: 0,
    differences: [{ at: 'state', kind: 'given', expected: expect.state ?? null, got: message }],
    reached: { steps: {}, edges: {} },
    fresh: {},
    accepted: JSON.parse(JSON.stringify(expect)) as JsonObject,
    outputs: {},
  }
}

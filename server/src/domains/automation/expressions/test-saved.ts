import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { SpecCatalog } from '@caseloom/playbook/actions'
import type { Playbook } from '@caseloom/playbook/document'
import type { PlaybookTest } from '@caseloom/playbook/document-tests'
import { runSavedTest, type TestRun } from '@caseloom/playbook/saved-test'
import {
  acceptedExpectation,
  differencesOf,
  expectationOf,
  MAX_EXPECTED,
} from '@caseloom/playbook/test-expectations'
import { stepOfPath } from '@caseloom/playbook/step-of-path'
import type { Computed, Tested } from './messages.ts'
import { shown } from './replay-run.ts'

/** All outputs that one answer lists; the rest can't be chosen as expected. */
const MAX_OUTPUTS = 200_000

/** Runs a saved test in this thread; scripts without a result are returned, for another attempt with theirs. */
export async function testSaved(
  { playbook, catalog }: { playbook: Playbook; catalog: SpecCatalog },
  { test, computed }: { test: PlaybookTest; computed: readonly Computed[] },
): Promise<Tested> {
  const run = await runSavedTest(playbook, test, { catalog, scripts: computed })
  const differences = differencesOf(test, run)
  return {
    state: run.state,
    error: run.error ?? null,
    reached: run.reached,
    scripts: run.scripts,
    differences: differences.map((one) => ({ ...one, expected: shown(one.expected), got: shown(one.got) })),
    fresh: expectationOf(run),
    accepted: acceptedExpectation(test.expect, run, keysOf(playbook)),
    outputs: outputsOf(run),
  }
}

function keysOf(playbook: Playbook): ReadonlySet<string> {
  const keys = new Set<string>()
  const lists = [playbook.steps, playbook.onError?.steps ?? []]
  for (let list = lists.shift(); list !== undefined; list = lists.shift()) {
    for (const step of list) {
      keys.add(step.key)
      lists.push(step.steps ?? [], step.catch ?? [], step.finally ?? [])
      for (const branch of step.branches ?? []) lists.push(branch.steps)
    }
  }
  return keys
}

function outputsOf(run: TestRun): { [key: string]: JsonValue } {
  const outputs: { [key: string]: JsonValue } = {}
  let total = 0
  for (const { path, output } of run.steps.values()) {
    if (output === undefined || /[#!]/.test(path)) continue
    const size = JSON.stringify(output).length
    if (size > MAX_EXPECTED || total + size > MAX_OUTPUTS) continue
    total += size
    outputs[stepOfPath(path)] = output
  }
  return outputs
}

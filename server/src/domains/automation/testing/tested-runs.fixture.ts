import type { JsonObject } from '@caseloom/contract/kernel/json'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { TenantScope } from '../../../platform/database/types.ts'
import { newId } from '../../../platform/uuid.ts'
import type { Automation } from '../automation.ts'
import { makeTest } from './saved-tests.ts'
import { testStep } from './test-step.ts'

interface RecordedRun {
  id: string
  document: JsonObject
  playbookId: string
}

/** The step `get` of a playbook, tested with the outputs of a run of it. */
export function testedWith(
  automation: Automation,
  scope: TenantScope,
  actor: Actor,
  { id, document, playbookId }: RecordedRun,
) {
  return testStep(automation, scope, actor, {
    playbookId,
    document,
    path: 'get',
    outputs: {},
    inputs: { id: newId() },
    trigger: { key: null, payload: null, headers: {}, query: {} },
    stubs: {},
    recordedFrom: id as never, // ids of a test are no brands
  })
}

/** A saved test of a run, made by someone who reads everything, as the only reader of the playbook sees it. */
export function savedFor(
  automation: Automation,
  scope: TenantScope,
  reader: Actor,
  { maker, run: { id, document, playbookId } }: { maker: Actor; run: RecordedRun },
) {
  const members = async () => [{ actor: reader, email: 'reader@example.org', service: false }]
  const made = { playbookId, document, runId: id, sampleOf: null, key: 'made', title: 'Made' }
  return makeTest({ ...automation, members }, scope, maker, made)
}

import { getRun } from '@caseloom/contract/automation/automation'
import { replayTriggers, type TestInput, testPlaybook, testStep } from '@caseloom/contract/automation/builder'
import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../../data/call.ts'
import { keys } from '../../../../data/keys.ts'
import { hasEnded } from '../../shared/run-summary.ts'

const LIVE_MS = 700

export function testRunQuery(tenantId: string, runId: string) {
  return queryOptions({
    queryKey: keys.one(tenantId, 'runs', runId),
    queryFn: ({ signal }) => call(getRun, { params: { tenantId, runId }, signal }),
    refetchInterval: (query) =>
      query.state.data !== undefined && hasEnded(query.state.data.state) ? false : LIVE_MS,
  })
}

interface Place {
  tenantId: string
  playbookId: string
}

export function startTest({ tenantId, playbookId }: Place, body: TestInput) {
  return call(testPlaybook, { params: { tenantId, playbookId }, body })
}

export function startStepTest(
  { tenantId, playbookId }: Place,
  body: TestInput & { path: string; outputs: Record<string, JsonValue> },
) {
  return call(testStep, { params: { tenantId, playbookId }, body })
}

export function replay({ tenantId, playbookId }: Place, document: JsonObject, last: number) {
  return call(replayTriggers, { params: { tenantId, playbookId }, body: { document, last } })
}

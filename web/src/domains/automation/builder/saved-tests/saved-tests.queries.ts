import { getRun } from '@caseloom/contract/automation/automation'
import { makePlaybookTest, runPlaybookTests } from '@caseloom/contract/automation/playbook-tests'
import { RunId } from '@caseloom/contract/kernel/ids'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../../data/call.ts'
import { keys } from '../../../../data/keys.ts'
import { keyOfPath } from '../samples/samples.ts'

interface Place {
  tenantId: string
  playbookId: string
}

const numbers = new WeakMap<JsonObject, number>()
let last = 0

/** Names a document in keys of queries, which would otherwise hold all of it. */
function numberOf(document: JsonObject): number {
  const known = numbers.get(document)
  if (known !== undefined) return known
  last += 1
  numbers.set(document, last)
  return last
}

/** Results of all saved tests of a draft; they change only with the document. */
export function testResultsQuery({ tenantId, playbookId }: Place, document: JsonObject) {
  return queryOptions({
    queryKey: keys.one(tenantId, 'playbooks', `${playbookId} tests`, numberOf(document)),
    queryFn: async ({ signal }) => {
      const params = { tenantId, playbookId }
      return (await call(runPlaybookTests, { params, body: { document }, signal })).items
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    retry: false,
  })
}

export interface NewTest {
  document: JsonObject
  runId: string
  sampleOf: string | null
  key: string
  title: string
}

export function makeTest({ tenantId, playbookId }: Place, { runId, sampleOf, ...rest }: NewTest) {
  const body = {
    ...rest,
    runId: RunId.parse(runId),
    sampleOf: sampleOf === null ? null : RunId.parse(sampleOf),
  }
  return call(makePlaybookTest, { params: { tenantId, playbookId }, body })
}

interface Numbered {
  id: string
  number: number
}

/** The newest of some runs that reached a step, or the newest of all without one; null for none. */
export function runThatReached(tenantId: string, runs: readonly Numbered[], step: string | null) {
  const ids = runs.map(({ id }) => id)
  return queryOptions({
    queryKey: keys.one(tenantId, 'runs', `reached ${step ?? ''}`, ids),
    enabled: runs.length > 0,
    staleTime: 60_000,
    queryFn: async ({ signal }): Promise<Numbered | null> => {
      if (step === null) return runs[0] ?? null
      for (const run of runs) {
        const { steps, can } = await call(getRun, { params: { tenantId, runId: run.id }, signal })
        const isReached = steps.some((one) => keyOfPath(one.path) === step && one.state !== 'skipped')
        if (can.data && isReached) return run
      }
      return null
    },
  })
}

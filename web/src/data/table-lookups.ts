import {
  MAX_TABLE_QUESTIONS,
  type TableAnswer,
  type TableQuestion,
} from '@caseloom/contract/apps/table-answers'
import { lookUpValues } from '@caseloom/contract/apps/table-lookups'
import { type TableAnswers, tableAnswers } from '@caseloom/workflow/table-answers'
import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { call } from './call.ts'
import { keys } from './keys.ts'
import { useTenantScope } from './scope.tsx'

const FRESH_MS = 60_000

/** What tables say about values, for those who build apps; `asked` is the questions as JSON. */
export function lookupsQuery(tenantId: string, asked: string) {
  return queryOptions({
    queryKey: keys.list(tenantId, 'playbooks', 'lookups', asked),
    queryFn: async ({ signal }) => {
      // Written by the callers.
      const body = { lookups: JSON.parse(asked) as TableQuestion[] }
      return (await call(lookUpValues, { params: { tenantId }, body, signal })).lookups
    },
  })
}

/** Makes what tests of form logic ask tables with; each asks again, unless an answer is recent. */
export function useTableLookups(): () => TableAnswers {
  const { tenantId } = useTenantScope()
  const client = useQueryClient()
  return useCallback(
    () => tableAnswers((questions) => found(client, tenantId, questions)),
    [client, tenantId],
  )
}

/** Where the server can't be asked, no one can say. */
async function found(
  client: QueryClient,
  tenantId: string,
  questions: readonly TableQuestion[],
): Promise<TableAnswer[]> {
  const answers: TableAnswer[] = []
  for (let at = 0; at < questions.length; at += MAX_TABLE_QUESTIONS) {
    const part = questions.slice(at, at + MAX_TABLE_QUESTIONS)
    const query = { ...lookupsQuery(tenantId, JSON.stringify(part)), staleTime: FRESH_MS }
    const own = await client
      .fetchQuery(query)
      .catch(() => part.map((question) => ({ ...question, found: null })))
    answers.push(...own)
  }
  return answers
}

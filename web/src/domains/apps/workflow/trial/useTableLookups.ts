import {
  MAX_TABLE_QUESTIONS,
  type TableAnswer,
  type TableQuestion,
} from '@caseloom/contract/apps/table-answers'
import { type TableAnswers, tableAnswers } from '@caseloom/workflow/table-answers'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useTenantScope } from '../../../../data/scope.tsx'
import { lookupsQuery } from '../../../../data/table-lookups.ts'

const FRESH_MS = 60_000

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

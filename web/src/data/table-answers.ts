import { openForm } from '@caseloom/contract/apps/workflow-runs'
import type { TableTest } from '@caseloom/contract/apps/workflow'
import { MAX_TABLE_QUESTIONS, type TableQuestion } from '@caseloom/contract/apps/table-answers'
import type { FormContext, Values } from '@caseloom/workflow/form-context'
import { questionName, tableQuestions } from '@caseloom/workflow/table-uses'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from './call.ts'
import { keys } from './keys.ts'
import { useTenantScope } from './scope.tsx'

const TYPING_MS = 250

interface Asking {
  appId: string
  /** Conditions on tables. */
  tests: readonly TableTest[]
  /** The states of the record that they read. */
  records: readonly (Values | null)[]
  isEnabled?: boolean
}

export interface TableAnswers {
  lookup: NonNullable<FormContext['lookup']>
  /** All that the conditions ask is answered, or can't be. */
  isReady: boolean
}

/** What tables say about the values of a form, asked again when one pauses typing. */
export function useTableAnswers({ appId, tests, records, isEnabled = true }: Asking): TableAnswers {
  const { tenantId } = useTenantScope()
  const questions = isEnabled ? tableQuestions(tests, records).slice(0, MAX_TABLE_QUESTIONS) : []
  const asked = JSON.stringify(questions)
  const [settled] = useDebouncedValue(asked, TYPING_MS)
  const isAsking = questions.length > 0 && settled === asked
  const { data, isError } = useQuery({
    queryKey: keys.one(tenantId, 'records', appId, 'lookups', settled),
    queryFn: ({ signal }) =>
      call(openForm, {
        params: { tenantId, appId },
        // Written above.
        body: { lookups: JSON.parse(settled) as TableQuestion[] },
        signal,
      }),
    enabled: isAsking,
  })
  const answers = data?.lookups
  const lookup = useMemo((): TableAnswers['lookup'] => {
    const known = new Map(answers?.map((one) => [questionName(one), one.found]))
    return (question) => known.get(questionName(question))
  }, [answers])
  return { lookup, isReady: questions.length === 0 || (isAsking && (data !== undefined || isError)) }
}

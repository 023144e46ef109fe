import { MAX_TABLE_QUESTIONS, type TableQuestion } from '@caseloom/contract/apps/table-answers'
import { openForm } from '@caseloom/contract/apps/workflow-runs'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from './call.ts'
import { keys } from './keys.ts'
import { useTenantScope } from './scope.tsx'
import { lookupsQuery } from './table-lookups.ts'

const TYPING_MS = 250

interface TableAnswers {
  /** Null where no one can say, undefined while it isn't answered. */
  lookup: (question: TableQuestion) => boolean | null | undefined
  /** All questions are answered, or can't be. */
  isReady: boolean
}

/** What tables say about the values of a form of the app, asked again when one pauses typing; of a draft without one. */
export function useTableAnswers(appId: string | null, all: readonly TableQuestion[]): TableAnswers {
  const { tenantId } = useTenantScope()
  const questions = all.slice(0, MAX_TABLE_QUESTIONS)
  const asked = JSON.stringify(questions)
  const [settled] = useDebouncedValue(asked, TYPING_MS)
  const isAsking = questions.length > 0 && settled === asked
  const ofForm = useQuery({
    queryKey: keys.one(tenantId, 'records', appId ?? '', 'lookups', settled),
    queryFn: async ({ signal }) => {
      // Written above.
      const body = { lookups: JSON.parse(settled) as TableQuestion[] }
      return (await call(openForm, { params: { tenantId, appId: appId ?? '' }, body, signal })).lookups
    },
    enabled: isAsking && appId !== null,
  })
  const ofDraft = useQuery({ ...lookupsQuery(tenantId, settled), enabled: isAsking && appId === null })
  const { data: answers, isError } = appId === null ? ofDraft : ofForm
  const lookup = useMemo((): TableAnswers['lookup'] => {
    const known = new Map(answers?.map((one) => [nameOf(one), one.found]))
    return (question) => known.get(nameOf(question))
  }, [answers])
  return { lookup, isReady: questions.length === 0 || (isAsking && (answers !== undefined || isError)) }
}

function nameOf({ table, column, value }: TableQuestion): string {
  return JSON.stringify([table, column ?? null, value])
}

import type { PlaybookTestResult } from '@caseloom/contract/automation/playbook-tests'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTenantScope } from '../../../../data/scope.tsx'
import { useBuilder } from '../model/builder-context.ts'
import { type Coverage, coverageOf } from '../model/coverage.ts'
import { type SavedTest, testsOf } from '../model/saved-tests.ts'
import { isStored } from '../model/useDraft.ts'
import { testResultsQuery } from './saved-tests.queries.ts'

export interface SavedTests {
  tests: readonly SavedTest[]
  /** By key of the test; those of the draft as it was last run. */
  results: ReadonlyMap<string, PlaybookTestResult>
  isRunning: boolean
  error: Error | null
  /** Null while tests can't run. */
  run: (() => void) | null
  coverage: Coverage
  isCovering: boolean
  setCovering: (is: boolean) => void
  chosen: string | null
  choose: (key: string | null) => void
}

const PAUSE_MS = 600

/** The saved tests of the draft, which run again shortly after each change while they are shown. */
export function useSavedTests(isShown: boolean): SavedTests {
  const { tenantId } = useTenantScope()
  const { document, playbook, issues } = useBuilder()
  const [isCovering, setCovering] = useState(true)
  const [chosen, choose] = useState<string | null>(null)
  const tests = useMemo(() => testsOf(document), [document])
  const [settled] = useDebouncedValue(document, PAUSE_MS)
  const mayRun = playbook.can.build && isStored(playbook) && tests.length > 0 && issues.length === 0
  const query = useQuery({
    ...testResultsQuery({ tenantId, playbookId: playbook.id }, settled),
    enabled: isShown && mayRun && settled === document,
    placeholderData: keepPreviousData,
  })
  const { data } = query
  const results = useMemo(() => new Map((data ?? []).map((result) => [result.key, result])), [data])
  const coverage = useMemo(() => {
    const keys = new Set(tests.map(({ key }) => key))
    return coverageOf((data ?? []).filter(({ key }) => keys.has(key)))
  }, [tests, data])
  return {
    tests,
    results,
    isRunning: query.isFetching || (mayRun && settled !== document),
    error: query.error,
    run: mayRun ? () => void query.refetch() : null,
    coverage,
    isCovering,
    setCovering,
    chosen: tests.some(({ key }) => key === chosen) ? chosen : (tests[0]?.key ?? null),
    choose,
  }
}

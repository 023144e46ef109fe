import type { TriedExpression } from '@caseloom/workflow/try-expression'
import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { KnownName } from '../../../ui/expression/known-name.ts'
import { ResultLine, ResultValue } from '../../../ui/expression/ResultLine.tsx'
import { glimpse, typeOfValue } from '../../../ui/expression/shape.ts'
import { useWorkflow } from './model/editor-context.ts'
import { givenText } from './given-text.ts'

const PAUSE_MS = 250

interface ExpressionResultProps {
  source: string
  names: readonly KnownName[]
  action: string | undefined
}

/** What an expression gives in the trial; nothing without one. */
export function ExpressionResult({ source, names, action }: ExpressionResultProps) {
  const { t } = useTranslation('workflow-editor')
  const { words } = useWorkflow()
  const found = useTried(source, action)
  if (found === null) return null
  const { tried, of } = found
  if ('hidden' in tried)
    return (
      <ResultLine>
        <span>{words.say('outcomes.hidden')}</span>
      </ResultLine>
    )
  if ('fault' in tried)
    return (
      <ResultLine kind="error">
        <span>{tried.fault}</span>
      </ResultLine>
    )
  const { value } = tried
  const isMisfit = action === undefined && value !== null && typeof value !== 'boolean'
  return (
    <>
      <ResultValue
        given={givenText(of, names, tried)}
        value={value === null ? words.say('rest.empty') : glimpse(value)}
        type={value === null || action === undefined ? '' : typeOfValue(value)}
      />
      {isMisfit && (
        <ResultLine kind="warning">
          <span>{t('expressionMisfit', { given: typeOfValue(value) })}</span>
        </ResultLine>
      )}
    </>
  )
}

function useTried(source: string, action: string | undefined) {
  const { trial } = useWorkflow()
  const [calm] = useDebouncedValue(source, PAUSE_MS)
  const read = trial?.read
  const [found, setFound] = useState<{ tried: TriedExpression; of: string } | null>(null)
  useEffect(() => {
    let isCurrent = true
    const reading = read === undefined || calm === '' ? Promise.resolve(null) : read(calm, action)
    void reading.then((tried) => {
      if (isCurrent) setFound(tried === null ? null : { tried, of: calm })
    })
    return () => {
      isCurrent = false
    }
  }, [read, calm, action])
  return read === undefined ? null : found
}

import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Answer } from './evaluate.ts'
import { evaluateInBrowser } from './evaluator.ts'
import { placedMessage } from '../../../../ui/expression/faults.ts'
import { ResultLine, ResultValue } from '../../../../ui/expression/ResultLine.tsx'
import { useExpressionScope } from './expression-scope.ts'
import { misfit } from './fits.ts'
import { glimpse, typeOfValue } from '../../../../ui/expression/shape.ts'

interface PreviewProps {
  value: JsonValue
  schema?: JsonObject | undefined
  root?: JsonObject | undefined
  onFault?: (fault: { message: string; position: number | undefined } | null) => void
}

const PAUSE_MS = 250

export function Preview({ value, schema, root, onFault }: PreviewProps) {
  const { t } = useTranslation('panel')
  const { t: ui } = useTranslation()
  const { scope, hasSamples } = useExpressionScope()
  const [calm] = useDebouncedValue(value, PAUSE_MS)
  const [answer, setAnswer] = useState<{ of: JsonValue; answer: Answer } | null>(null)
  useEffect(() => {
    let isCurrent = true
    void evaluateInBrowser(calm, scope).then((found) => {
      if (!isCurrent) return
      setAnswer({ of: calm, answer: found })
      onFault?.(found.ok ? null : { message: found.message, position: found.position })
    })
    return () => {
      isCurrent = false
    }
    // The callback belongs to the same field and only stores the error.
  }, [calm, scope, onFault])
  if (answer === null) return null
  const { answer: found } = answer
  if (!found.ok) {
    // A syntax error is one even without samples.
    if (!hasSamples && found.position === undefined) return null
    return (
      <ResultLine kind="error">
        <span>{placedMessage(found, ui)}</span>
      </ResultLine>
    )
  }
  if (!hasSamples) return null
  const refused = schema === undefined ? null : misfit(found.value, schema, root ?? schema)
  return (
    <>
      {found.value !== undefined && (
        <ResultValue value={glimpse(found.value)} type={typeOfValue(found.value)} />
      )}
      {found.nothing.map((source) => (
        <ResultLine key={source} kind="warning">
          <span>{t('preview.nothing', { source })}</span>
        </ResultLine>
      ))}
      {refused !== null && (
        <ResultLine kind="warning">
          <span>{t('preview.misfit', refused)}</span>
        </ResultLine>
      )}
    </>
  )
}

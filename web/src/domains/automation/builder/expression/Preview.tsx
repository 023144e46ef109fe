import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import { useDebouncedValue } from '@mantine/hooks'
import { IconCornerDownRight } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Answer } from './evaluate.ts'
import { evaluateInBrowser } from './evaluator.ts'
import classes from './Expression.module.css'
import { useExpressionScope } from './expression-scope.ts'
import { misfit } from './fits.ts'
import { glimpse, typeOfValue } from './shape.ts'

interface PreviewProps {
  value: JsonValue
  schema?: JsonObject | undefined
  root?: JsonObject | undefined
  onFault?: (fault: { message: string; position: number | undefined } | null) => void
}

const PAUSE_MS = 250

export function Preview({ value, schema, root, onFault }: PreviewProps) {
  const { t } = useTranslation('panel')
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
      <Line kind="error">
        {found.message}
        {found.position === undefined ? '' : t('preview.at', { at: found.position + 1 })}
      </Line>
    )
  }
  if (!hasSamples) return null
  const refused = schema === undefined ? null : misfit(found.value, schema, root ?? schema)
  return (
    <>
      {found.value !== undefined && (
        <p className={classes.preview} title={glimpse(found.value)}>
          <IconCornerDownRight size={12} stroke={1.7} aria-hidden />
          <span className={classes.previewValue}>{glimpse(found.value)}</span>
          <span className={classes.previewType}>{typeOfValue(found.value)}</span>
        </p>
      )}
      {found.nothing.map((source) => (
        <Line key={source} kind="warning">
          {t('preview.nothing', { source })}
        </Line>
      ))}
      {refused !== null && <Line kind="warning">{t('preview.misfit', refused)}</Line>}
    </>
  )
}

function Line({ kind, children }: { kind: 'error' | 'warning'; children: ReactNode }) {
  return (
    <p className={classes.preview} data-kind={kind}>
      <IconCornerDownRight size={12} stroke={1.7} aria-hidden />
      <span>{children}</span>
    </p>
  )
}

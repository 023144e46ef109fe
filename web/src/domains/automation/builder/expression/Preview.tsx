import type { JsonObject, JsonValue } from '@caseloom/contract/json'
import { useDebouncedValue } from '@mantine/hooks'
import { IconCornerDownRight } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
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
      <p className={classes.preview} data-kind="error">
        <IconCornerDownRight size={12} stroke={1.7} aria-hidden />
        <span>
          {found.message}
          {found.position === undefined ? '' : t('preview.at', { at: found.position + 1 })}
        </span>
      </p>
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
        <p key={source} className={classes.preview} data-kind="warning">
          <IconCornerDownRight size={12} stroke={1.7} aria-hidden />
          <span>{t('preview.nothing', { source })}</span>
        </p>
      ))}
      {refused !== null && (
        <p className={classes.preview} data-kind="warning">
          <IconCornerDownRight size={12} stroke={1.7} aria-hidden />
          <span>{t('preview.misfit', refused)}</span>
        </p>
      )}
    </>
  )
}

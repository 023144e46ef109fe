import type { JsonValue } from '@caseloom/contract/kernel/json'
import { Select } from '@mantine/core'
import { type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Mark } from '../../../../ui/expression/CodeEditor.tsx'
import { useExpressionScope } from '../expression/expression-scope.ts'
import { FieldFrame, useIssueAt } from '../expression/FieldFrame.tsx'
import { LazyCodeEditor } from '../../../../ui/expression/LazyCodeEditor.tsx'
import { Preview } from '../expression/Preview.tsx'
import { TemplateInput } from '../expression/TemplateInput.tsx'
import classes from '../parts/Panel.module.css'
import { MapField } from './GroupFields.tsx'
import { isObject } from '../model/places.ts'
import { frameWords, type SchemaFieldProps } from '../../../../ui/schema-form/schema-field.tsx'
import { jsonOf } from '../parts/json-of.ts'

type Way = 'text' | 'fields' | 'json'

function wayOf(value: JsonValue | undefined): Way {
  if (value === undefined || typeof value === 'string') return 'text'
  return isObject(value) ? 'fields' : 'json'
}

export function AnyField(props: SchemaFieldProps & { tools: ReactNode }) {
  const { value, onChange, readOnly, label } = props
  const { t } = useTranslation('panel')
  const [chosen, setChosen] = useState<Way | null>(null)
  // The JSON editor stays while someone types, even when the text is empty or quoted.
  const [looks, setLooks] = useState(() => wayOf(value))
  const now = looks === 'json' ? looks : wayOf(value)
  if (now !== looks) setLooks(now)
  const way = chosen ?? now
  const words = frameWords(props)
  const error = useIssueAt(props.path)
  const tools = (
    <>
      <Select
        aria-label={t('field.way', { field: label })}
        className={classes.way}
        data={(['text', 'fields', 'json'] as const).map((one) => ({
          value: one,
          label: t(`field.ways.${one}`),
        }))}
        value={way}
        readOnly={readOnly}
        onChange={(next) => {
          if (next === 'fields' && !isObject(value)) onChange(value === undefined ? {} : { value })
          setChosen(next === 'fields' || next === 'json' ? next : 'text')
        }}
      />
      {props.tools}
    </>
  )
  if (way === 'fields' && isObject(value)) return <MapField {...props} values={{}} tools={tools} />
  if (way === 'json' || (value !== undefined && typeof value !== 'string'))
    return <JsonField {...props} tools={tools} />
  return (
    <TemplateInput
      {...words}
      mode="template"
      value={typeof value === 'string' ? value : ''}
      readOnly={readOnly}
      error={error}
      multiline
      tools={tools}
      onChange={(next) => onChange(next === '' ? undefined : next)}
    />
  )
}

/** Applied once it is valid JSON; shown as typed until then. */
export function JsonField(props: SchemaFieldProps & { tools?: ReactNode }) {
  const { value, onChange, readOnly, label, tools } = props
  const { t } = useTranslation('panel')
  const { names } = useExpressionScope()
  const words = frameWords(props)
  const issue = useIssueAt(props.path)
  const [typed, setTyped] = useState<{ text: string; of: JsonValue | undefined } | null>(null)
  const isSame = typed !== null && JSON.stringify(typed.of) === JSON.stringify(value)
  const text = isSame ? typed.text : value === undefined ? '' : JSON.stringify(value, null, 2)
  const fault = text.trim() === '' ? null : faultOf(text)
  const marks = useMemo<Mark[]>(
    () => (fault === null ? [] : [{ from: 0, to: text.length, message: fault, severity: 'error' }]),
    [fault, text],
  )
  const error = fault === null ? issue : t('field.noJson')
  const holdsExpression = value !== undefined && fault === null && text.includes('{%')
  return (
    <FieldFrame
      {...words}
      tools={tools}
      error={error}
      below={holdsExpression ? <Preview value={value} schema={props.schema} root={props.root} /> : undefined}
    >
      {({ describedBy }) => (
        <LazyCodeEditor
          language="json"
          label={label}
          value={text}
          names={names}
          marks={marks}
          readOnly={readOnly}
          invalid={error !== undefined}
          describedBy={describedBy}
          onChange={(next) => {
            const read = next.trim() === '' ? undefined : jsonOf(next)
            const of = read === undefined && next.trim() !== '' ? value : read
            setTyped({ text: next, of })
            if (JSON.stringify(of) !== JSON.stringify(value)) onChange(of)
          }}
        />
      )}
    </FieldFrame>
  )
}

function faultOf(text: string): string | null {
  try {
    JSON.parse(text)
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

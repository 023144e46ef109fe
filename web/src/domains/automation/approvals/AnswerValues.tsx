import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import { useTranslation } from 'react-i18next'
import { JsonView } from '../../../ui/JsonView.tsx'
import { controlOf, fieldsOf, isObject, type SchemaField } from '../../../ui/schema-form/schema-fields.ts'
import { calendarDay } from '../../../ui/time.ts'
import { DateTime } from '../../../ui/Times.tsx'
import classes from './People.module.css'

/** Submitted values by form label; values outside the form follow as JSON. */
export function AnswerValues({ schema, values }: { schema: JsonObject; values: JsonObject }) {
  const { t } = useTranslation('people')
  const fields = fieldsOf(schema) ?? []
  const known = fields.filter(({ name }) => values[name] !== undefined)
  const rest = Object.entries(values).filter(([name]) => !fields.some((field) => field.name === name))
  return (
    <>
      <dl className={classes.filled}>
        {known.map((field) => (
          <Filled key={field.name} {...{ field, root: schema }} value={values[field.name] ?? null} />
        ))}
      </dl>
      {rest.length > 0 && (
        <JsonView title={t('page.more')} value={Object.fromEntries(rest)} maxHeight={320} />
      )}
    </>
  )
}

interface FilledProps {
  field: SchemaField
  root: JsonObject
  value: JsonValue
  /** Inside of a group: groups in it are shown as JSON, as the form asks for them. */
  isInner?: boolean
}

function Filled({ field, ...rest }: FilledProps) {
  return (
    <>
      <dt>{field.label}</dt>
      <dd>
        <Value schema={field.schema} {...rest} />
      </dd>
    </>
  )
}

type ValueProps = Omit<FilledProps, 'field'> & { schema: JsonObject }

function Value({ schema, root, value, isInner = false }: ValueProps) {
  const { t } = useTranslation('people')
  const control = controlOf(schema, root)
  if (control.kind === 'text' && control.format === 'instant' && isInstant(value))
    return <DateTime at={value} />
  if (control.kind === 'text' && control.format === 'date') return calendarDay(plain(value))
  if (control.kind === 'object' && isObject(value) && !isInner)
    return (
      <dl className={classes.filled}>
        {control.fields
          .filter(({ name }) => value[name] !== undefined)
          .map((field) => (
            <Filled key={field.name} {...{ field, root }} value={value[field.name] ?? null} isInner />
          ))}
      </dl>
    )
  const choices = control.kind === 'choice' || control.kind === 'choices' ? control.choices : []
  const wordOf = (one: JsonValue) =>
    choices.find((choice) => JSON.stringify(choice.value) === JSON.stringify(one))?.label ?? plain(one)
  if (typeof value === 'boolean') return t(value ? 'page.yes' : 'page.no')
  return Array.isArray(value) ? value.map(wordOf).join(', ') : wordOf(value)
}

function isInstant(value: JsonValue): value is string {
  return typeof value === 'string' && !Number.isNaN(Date.parse(value))
}

function plain(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

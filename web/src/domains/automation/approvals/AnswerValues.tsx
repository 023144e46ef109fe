import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import { useTranslation } from 'react-i18next'
import { JsonView } from '../../../ui/JsonView.tsx'
import { type Control, fieldsOf, isObject, localOf } from '../../../ui/schema-form/schema-fields.ts'
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
        {known.map(({ name, label, control }) => (
          <Filled key={name} label={label} control={control} value={values[name] ?? null} />
        ))}
      </dl>
      {rest.length > 0 && (
        <JsonView title={t('page.more')} value={Object.fromEntries(rest)} maxHeight={320} />
      )}
    </>
  )
}

function Filled({ label, control, value }: { label: string; control: Control; value: JsonValue }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>
        <Value control={control} value={value} />
      </dd>
    </>
  )
}

function Value({ control, value }: { control: Control; value: JsonValue }) {
  const { t } = useTranslation('people')
  if (control.kind === 'instant' && typeof value === 'string' && localOf(value) !== '')
    return <DateTime at={value} />
  if (control.kind === 'group' && isObject(value))
    return (
      <dl className={classes.filled}>
        {control.fields
          .filter(({ name }) => value[name] !== undefined)
          .map((field) => (
            <Filled
              key={field.name}
              label={field.label}
              control={field.control}
              value={value[field.name] ?? null}
            />
          ))}
      </dl>
    )
  const choices = control.kind === 'select' || control.kind === 'several' ? control.choices : []
  const wordOf = (one: JsonValue) =>
    choices.find((choice) => JSON.stringify(choice.value) === JSON.stringify(one))?.label ?? plain(one)
  if (typeof value === 'boolean') return t(value ? 'page.yes' : 'page.no')
  return Array.isArray(value) ? value.map(wordOf).join(', ') : wordOf(value)
}

function plain(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

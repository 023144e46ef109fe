import type { AppView } from '@caseloom/contract/apps/apps'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import { defangText } from '@caseloom/contract/values/defang-text'
import type { Binding } from '@caseloom/playbook/source-mapping/mapping'
import type { Target } from '@caseloom/playbook/source-mapping/targets'
import { SEVERITIES } from '@caseloom/contract/values/severities'
import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useTenantScope } from '../../../data/scope.tsx'
import { fieldValue } from '../../../field-types/parts/FieldValue.tsx'
import { SeverityGlyph } from '../../../ui/glyphs/Severity.tsx'
import { useZone } from '../../../ui/Times.tsx'
import { translate } from './mapping-edit.ts'
import classes from './Mapping.module.css'
import type { Mapping } from './useMapping.ts'

interface ResultCellProps {
  target: Target
  binding: Binding
  app: AppView
  mapping: Mapping
}

/** What the field gets from the shown event. An option can be changed: the value of the source then becomes another. */
export function ResultCell({ target, binding, app, mapping }: ResultCellProps) {
  const leaf = binding.from === 'path' ? mapping.leaves.find(({ path }) => path === binding.path) : undefined
  if (target.several) return <span className={classes.result}>{leaf && plainText(leaf.value)}</span>
  const result = mapping.results[target.key]
  if (result?.ok === false) return <span className={classes.fault}>{result.message}</span>
  if (target.role === 'choice' && leaf !== undefined && typeof result?.value !== 'object')
    return (
      <OptionResult target={target} value={String(leaf.value)} option={result?.value} mapping={mapping} />
    )
  return (
    <span className={classes.result}>
      <Shown app={app} field={target.key} value={result?.value} />
    </span>
  )
}

function plainText(value: JsonValue): string {
  return defangText(Array.isArray(value) ? value.map(String).join(', ') : String(value))
}

interface ShownProps {
  app: AppView
  field: string
  value: JsonValue | undefined
}

/** A value as lists show it. */
export function Shown({ app, field: key, value }: ShownProps) {
  const { userId } = useTenantScope()
  const zone = useZone()
  const field = app.fields.find((one) => one.key === key)
  if (field === undefined || value === undefined) return null
  if (typeof value === 'object') return JSON.stringify(value).slice(0, 80)
  return fieldValue({
    field,
    value,
    people: { name: () => undefined, zone, me: userId },
    noOne: '',
    compact: true,
  })
}

interface OptionResultProps {
  target: Target
  value: string
  option: JsonValue | undefined
  mapping: Mapping
}

function OptionResult({ target, value, option, mapping }: OptionResultProps) {
  const { t } = useTranslation('sources')
  const severity = SEVERITIES.find((one) => one === option)
  return (
    <Select
      leftSection={severity === undefined ? undefined : <SeverityGlyph value={severity} />}
      aria-label={t('map.resultOf', { field: target.label })}
      className={classes.optionResult ?? ''}
      data={target.options.map(({ key, label }) => ({ value: key, label }))}
      value={typeof option === 'string' ? option : null}
      allowDeselect={false}
      onChange={(next) => {
        if (next !== null) mapping.change(translate(mapping.bindings, target.key, { value, option: next }))
      }}
    />
  )
}

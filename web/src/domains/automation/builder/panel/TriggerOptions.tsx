import type { JsonValue } from '@caseloom/contract/kernel/json'
import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useBuilder } from '../model/builder-context.ts'
import { useIssueAt } from '../expression/FieldFrame.tsx'
import { TemplateInput } from '../expression/TemplateInput.tsx'
import { isObject } from '../model/places.ts'
import { actionOf } from '../parts/action-view.ts'
import { ActionInput } from './ActionInput.tsx'
import { AssetSelect } from './AssetField.tsx'
import { type SchemaField, variantOf } from '../../../../ui/schema-form/schema-fields.ts'
import { startOf, withMember } from '../../../../ui/schema-form/schema-values.ts'
import { propertiesOf } from './controls.ts'
import { DurationInput } from './FailureEditor.tsx'
import { PropertyFields } from './PropertyFields.tsx'
import { AppSelect, FieldChoice } from './RecordFields.tsx'
import { ScheduleOptions } from './ScheduleOptions.tsx'
import type { TriggerPartProps } from './trigger-part.ts'
import { TRIGGER_SCHEMAS } from './trigger-schemas.ts'

export function TriggerOptions(props: TriggerPartProps) {
  if (props.kind === 'schedule') {
    return (
      <>
        <ScheduleOptions {...props} />
        <Plain {...props} />
      </>
    )
  }
  if (props.kind === 'mail') return <MailOptions {...props} />
  return props.kind === 'poll' ? <PollOptions {...props} /> : <Plain {...props} />
}

function Plain({ kind, options, path, readOnly, change }: TriggerPartProps) {
  const schema = TRIGGER_SCHEMAS[kind] ?? {}
  const special = ({ name, label, required }: SchemaField, set: (value: JsonValue | undefined) => void) => {
    const words = { label, path: [...path, name], required, readOnly, value: options[name], onChange: set }
    if (name === 'app') return <AppSelect key={name} {...words} />
    if (name === 'fields' && kind === 'record')
      return <FieldChoice key={name} {...words} app={options['app']} several action="" required={false} />
    return undefined
  }
  return (
    <PropertyFields
      properties={propertiesOf(schema).map((one) => ({
        ...one,
        required: one.required && NEEDED.has(one.name),
      }))}
      path={path}
      root={schema}
      value={options}
      readOnly={readOnly}
      onChange={change}
      special={special}
      all
      dynamic={false}
    />
  )
}

const NEEDED: ReadonlySet<string> = new Set(['auth', 'app', 'on', 'label', 'heading'])

function MailOptions(props: TriggerPartProps) {
  const { options, path, readOnly, change } = props
  const { t } = useTranslation('panel')
  const list = TRIGGER_SCHEMAS['mail']?.['oneOf']
  const variants = (Array.isArray(list) ? list : []).flatMap((schema) =>
    isObject(schema) ? [{ label: String(schema['title']), schema }] : [],
  )
  const at = variantOf(options, variants)
  const schema = variants[at]?.schema ?? {}
  return (
    <>
      <Select
        label={t('trigger.via')}
        data={variants.map((one, index) => ({ value: String(index), label: one.label }))}
        value={at < 0 ? null : String(at)}
        readOnly={readOnly}
        error={useIssueAt(path, true)}
        onChange={(next) => {
          const found = variants[Number(next)]
          if (next !== null && found !== undefined) change(startOf(found))
        }}
      />
      {options['via'] === 'imap' && (
        <AssetSelect
          path={[...path, 'asset']}
          value={typeof options['asset'] === 'string' ? options['asset'] : null}
          connector={{ connector: 'mail', required: true }}
          readOnly={readOnly}
          onChange={(next) => change(withMember(options, 'asset', next ?? undefined))}
        />
      )}
      <PropertyFields
        key={at}
        properties={propertiesOf(schema).filter(({ name }) => name !== 'via')}
        path={path}
        root={schema}
        value={options}
        readOnly={readOnly}
        onChange={change}
        all
        dynamic={false}
      />
    </>
  )
}

function PollOptions({ options, path, readOnly, change }: TriggerPartProps) {
  const { t } = useTranslation('panel')
  const { actions } = useBuilder()
  const name = typeof options['action'] === 'string' ? options['action'] : ''
  const action = actionOf(actions, name)
  const set = (property: string, next: JsonValue | undefined) => change(withMember(options, property, next))
  const data = [...actions.values()]
    .filter((one) => one.kind === 'effect' && (one.connector !== null || one.name === 'http.request'))
    .map((one) => ({ value: one.name, label: one.title }))
  return (
    <>
      <DurationInput
        label={t('trigger.every')}
        path={[...path, 'every']}
        value={options['every']}
        usual="5m"
        readOnly={readOnly}
        onChange={(next) => set('every', next)}
      />
      <Select
        label={t('step.action')}
        data={
          name === '' || data.some((one) => one.value === name)
            ? data
            : [...data, { value: name, label: name }]
        }
        value={name === '' ? null : name}
        limit={100}
        searchable
        readOnly={readOnly}
        error={useIssueAt([...path, 'action'])}
        onChange={(next) => next !== null && change({ ...options, action: next, with: {} })}
      />
      {action !== undefined && (
        <ActionInput action={action} part={options} path={path} readOnly={readOnly} onChange={change} />
      )}
      {(['items', 'id', 'cursor'] as const).map((property) => (
        <PollExpression
          key={property}
          property={property}
          path={[...path, property]}
          value={options[property]}
          readOnly={readOnly}
          onChange={(next) => set(property, next)}
        />
      ))}
    </>
  )
}

interface PollExpressionProps {
  property: 'items' | 'id' | 'cursor'
  path: TriggerPartProps['path']
  value: JsonValue | undefined
  readOnly: boolean
  onChange: (value: string | undefined) => void
}

function PollExpression({ property, path, value, readOnly, onChange }: PollExpressionProps) {
  const { t } = useTranslation('panel')
  return (
    <TemplateInput
      label={t(`trigger.poll.${property}`)}
      description={t(`trigger.poll.${property}Help`)}
      path={path}
      required={property !== 'cursor'}
      mode="expression"
      value={typeof value === 'string' ? value : ''}
      readOnly={readOnly}
      error={useIssueAt(path)}
      onChange={(next) => onChange(/^\{%\s*%\}$/.test(next) ? undefined : next)}
    />
  )
}

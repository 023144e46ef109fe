import type { JsonObject } from '@caseloom/contract/kernel/json'
import { ActionIcon, MultiSelect, NumberInput, Select, Switch, TextInput } from '@mantine/core'
import { IconMathFunction } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FieldFrame, useIssueAt } from '../expression/FieldFrame.tsx'
import { TemplateInput } from '../expression/TemplateInput.tsx'
import { typeOfSchema } from '../expression/shape.ts'
import { AnyField } from './AnyField.tsx'
import { controlOf, type EntryMode, entryModeAfter, entryModeOf, isExpression } from './controls.ts'
import { fieldWords, type ValueFieldProps } from './inner-field.tsx'
import { ListField, MapField, ObjectField, VariantsField } from './GroupFields.tsx'

export function ValueField(props: ValueFieldProps) {
  const { schema, root, name, value, dynamic = true } = props
  const control = controlOf(schema, root, name)
  const [mode, setMode] = useState<EntryMode>(() => entryModeOf(control.kind, value))
  const shown = entryModeAfter(mode, control.kind, value)
  if (shown !== mode) setMode(shown)
  const asExpression = dynamic && control.kind !== 'text' && shown.isExpression
  const toggle = dynamic ? (
    <ModeButton
      label={props.label}
      on={asExpression}
      readOnly={props.readOnly}
      onChange={(on) => {
        const drops = !on && isExpression(value)
        setMode({ isExpression: on, of: drops ? undefined : value })
        props.onMode?.(on)
        if (drops) props.onChange(undefined)
      }}
    />
  ) : undefined
  if (asExpression) return <ExpressionValue {...props} tools={toggle} />
  switch (control.kind) {
    case 'text':
      return dynamic ? (
        <TextValue {...props} multiline={control.multiline} tools={<WayBack {...props} />} />
      ) : (
        <FixedText {...props} />
      )
    case 'object':
      return <ObjectField {...props} properties={control.properties} tools={toggle} />
    case 'map':
      return <MapField {...props} values={control.values} tools={toggle} />
    case 'list':
      return <ListField {...props} items={control.items} tools={toggle} />
    case 'variants':
      return <VariantsField {...props} variants={control.variants} tools={toggle} />
    case 'any':
      return <AnyField {...props} tools={toggle} />
    case 'number':
    case 'boolean':
    case 'choice':
    case 'choices':
      return <PlainValue {...props} control={control} tools={toggle} />
  }
}

interface ModeButtonProps {
  label: string
  on: boolean
  readOnly: boolean
  onChange: (on: boolean) => void
}

function ModeButton({ label, on, readOnly, onChange }: ModeButtonProps) {
  const { t } = useTranslation('panel')
  if (readOnly) return null
  const title = t('field.expression', { field: label })
  return (
    <ActionIcon
      size={24}
      variant={on ? 'light' : 'subtle'}
      aria-pressed={on}
      aria-label={title}
      title={title}
      onClick={() => onChange(!on)}
    >
      <IconMathFunction size={14} stroke={1.7} aria-hidden />
    </ActionIcon>
  )
}

function ExpressionValue({ tools, ...props }: ValueFieldProps & { tools: ReactNode }) {
  const { value, schema, root, readOnly, onChange } = props
  const words = fieldWords(props)
  const error = useIssueAt(props.path)
  return (
    <TemplateInput
      {...words}
      mode="expression"
      value={typeof value === 'string' ? value : ''}
      schema={schema}
      root={root}
      type={typeWord(schema)}
      readOnly={readOnly}
      error={error}
      tools={tools}
      onChange={(next) => onChange(/^\{%\s*%\}$/.test(next) ? undefined : next)}
    />
  )
}

function typeWord(schema: JsonObject): string | undefined {
  const type = typeOfSchema(schema)
  return type === 'any' ? undefined : type
}

/** From a text with an expression back to the custom control that it replaces. */
function WayBack({ label, value, readOnly, onMode, onChange }: ValueFieldProps) {
  if (onMode === undefined) return null
  const leave = () => {
    onMode(false)
    if (isExpression(value)) onChange(undefined)
  }
  return <ModeButton label={label} on readOnly={readOnly} onChange={leave} />
}

interface TextValueProps extends ValueFieldProps {
  multiline: boolean
  tools: ReactNode
}

function TextValue({ multiline, tools, ...props }: TextValueProps) {
  const { value, schema, root, readOnly, onChange } = props
  const words = fieldWords(props)
  const error = useIssueAt(props.path)
  const text =
    value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value)
  const fallback = schema['default']
  return (
    <TemplateInput
      {...words}
      mode="template"
      value={text}
      schema={schema}
      root={root}
      type={typeWord(schema)}
      readOnly={readOnly}
      error={error}
      tools={tools}
      multiline={multiline}
      hint={typeof fallback === 'string' ? fallback : undefined}
      onChange={(next) => onChange(next === '' ? undefined : next)}
    />
  )
}

function FixedText(props: ValueFieldProps) {
  const { value, readOnly, onChange, label, schema } = props
  const error = useIssueAt(props.path)
  const fallback = schema['default']
  return (
    <FieldFrame {...fieldWords(props)} error={error}>
      {({ describedBy }) => (
        <TextInput
          aria-label={label}
          aria-describedby={describedBy}
          value={typeof value === 'string' ? value : ''}
          placeholder={typeof fallback === 'string' ? fallback : ''}
          readOnly={readOnly}
          error={error !== undefined}
          onChange={(event) => onChange(event.currentTarget.value || undefined)}
        />
      )}
    </FieldFrame>
  )
}

type PlainControl = Extract<
  ReturnType<typeof controlOf>,
  { kind: 'number' | 'boolean' | 'choice' | 'choices' }
>

function PlainValue(props: ValueFieldProps & { control: PlainControl; tools: ReactNode }) {
  const words = fieldWords(props)
  const error = useIssueAt(props.path)
  return (
    <FieldFrame {...words} type={typeWord(props.schema)} tools={props.tools} error={error}>
      {({ label, describedBy }) => (
        <PlainControlOf
          {...props}
          labelledBy={label}
          describedBy={describedBy}
          invalid={error !== undefined}
        />
      )}
    </FieldFrame>
  )
}

interface PlainProps extends ValueFieldProps {
  control: PlainControl
  labelledBy: string
  describedBy: string | undefined
  invalid: boolean
}

function PlainControlOf(props: PlainProps) {
  const { control, value, schema, onChange, readOnly, required, labelledBy, describedBy, invalid, label } =
    props
  const { t } = useTranslation('panel')
  const fallback = schema['default']
  const shared = { 'aria-label': label, 'aria-describedby': describedBy, error: invalid, readOnly }
  switch (control.kind) {
    case 'number':
      return (
        <NumberInput
          {...shared}
          value={typeof value === 'number' || typeof value === 'string' ? value : ''}
          placeholder={typeof fallback === 'number' ? String(fallback) : ''}
          allowDecimal={!control.whole}
          clampBehavior="none"
          hideControls
          onChange={(next) => onChange(next === '' ? undefined : next)}
        />
      )
    case 'boolean':
      return (
        <Switch
          aria-labelledby={labelledBy}
          aria-describedby={describedBy}
          checked={value === undefined ? fallback === true : value === true}
          disabled={readOnly}
          label={value === undefined && fallback === undefined ? t('field.unset') : undefined}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      )
    case 'choice':
      return (
        <Select
          {...shared}
          data={control.options.map((one) => ({ value: JSON.stringify(one), label: String(one) }))}
          value={value === undefined ? null : JSON.stringify(value)}
          placeholder={fallback === undefined ? t('field.choose') : String(fallback)}
          clearable={!required && !readOnly}
          onChange={(next) => {
            const found = control.options.find((one) => JSON.stringify(one) === next)
            onChange(found)
          }}
        />
      )
    case 'choices':
      return (
        <MultiSelect
          {...shared}
          data={[...control.options]}
          value={Array.isArray(value) ? value.map(String) : []}
          placeholder={Array.isArray(value) && value.length > 0 ? '' : t('field.choose')}
          searchable
          onChange={(next) => onChange(next.length === 0 && !required ? undefined : next)}
        />
      )
  }
}

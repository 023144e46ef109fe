import type { JsonObject } from '@caseloom/contract/kernel/json'
import { ActionIcon } from '@mantine/core'
import { IconMathFunction } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { frameWords, type SchemaFieldProps } from '../../../../ui/schema-form/schema-field.tsx'
import { controlOf } from '../../../../ui/schema-form/schema-fields.ts'
import { defaultText } from '../../../../ui/schema-form/schema-values.ts'
import { type InputControl, SchemaInput } from '../../../../ui/schema-form/SchemaInput.tsx'
import { FieldFrame, useIssueAt } from '../expression/FieldFrame.tsx'
import { TemplateInput } from '../expression/TemplateInput.tsx'
import { typeOfSchema } from '../../../../ui/expression/shape.ts'
import { AnyField } from './AnyField.tsx'
import { type EntryMode, entryModeAfter, entryModeOf, isExpression, isLong, isText } from './controls.ts'
import { ListField, MapField, ObjectField, VariantsField } from './GroupFields.tsx'

/** A field of the playbook: its value can be an expression, or contain some. */
export function ValueField(props: SchemaFieldProps) {
  const { schema, root, name, value, dynamic = true } = props
  const control = controlOf(schema, root)
  const [mode, setMode] = useState<EntryMode>(() => entryModeOf(control.kind, value))
  const shown = entryModeAfter(mode, control.kind, value)
  if (shown !== mode) setMode(shown)
  const asExpression = dynamic && !isText(control.kind) && shown.isExpression
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
    case 'mixed': {
      const isMultiline = isLong(name) || (control.kind === 'text' && control.multiline)
      return dynamic ? (
        <TextValue {...props} multiline={isMultiline} tools={<WayBack {...props} />} />
      ) : (
        <FixedText {...props} />
      )
    }
    case 'object':
      return <ObjectField {...props} fields={control.fields} tools={toggle} />
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

function ExpressionValue({ tools, ...props }: SchemaFieldProps & { tools: ReactNode }) {
  const { value, schema, root, readOnly, onChange } = props
  const words = frameWords(props)
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
function WayBack({ label, value, readOnly, onMode, onChange }: SchemaFieldProps) {
  if (onMode === undefined) return null
  const leave = () => {
    onMode(false)
    if (isExpression(value)) onChange(undefined)
  }
  return <ModeButton label={label} on readOnly={readOnly} onChange={leave} />
}

interface TextValueProps extends SchemaFieldProps {
  multiline: boolean
  tools: ReactNode
}

function TextValue({ multiline, tools, ...props }: TextValueProps) {
  const { value, schema, root, readOnly, onChange } = props
  const words = frameWords(props)
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

const TEXT: InputControl = { kind: 'text', format: 'text', multiline: false }

function FixedText(props: SchemaFieldProps) {
  return <PlainValue {...props} control={TEXT} tools={undefined} showsType={false} />
}

interface PlainValueProps extends SchemaFieldProps {
  control: InputControl
  tools: ReactNode
  showsType?: boolean
}

function PlainValue({ control, tools, showsType = true, ...props }: PlainValueProps) {
  const { schema, value, onChange, readOnly, required, label: name } = props
  const { t } = useTranslation('panel')
  const error = useIssueAt(props.path)
  const fallback = schema['default']
  const isChoice = control.kind === 'choice' || control.kind === 'choices'
  return (
    <FieldFrame
      {...frameWords(props)}
      type={showsType ? typeWord(schema) : undefined}
      tools={tools}
      error={error}
    >
      {({ label, describedBy }) => (
        <SchemaInput
          control={control}
          compact
          frame={{
            ...(control.kind === 'boolean' ? { 'aria-labelledby': label } : { 'aria-label': name }),
            ...(control.kind === 'boolean' && value === undefined && fallback === undefined
              ? { label: t('field.unset') }
              : {}),
            'aria-describedby': describedBy,
            error: error !== undefined,
            readOnly,
          }}
          // A switch has no empty state: it shows the default.
          value={control.kind === 'boolean' ? (value ?? fallback) : value}
          placeholder={defaultText(schema) ?? (isChoice ? t('field.choose') : '')}
          required={required}
          // An emptied list may be what a required input is meant to be.
          onChange={(next) =>
            onChange(next === undefined && required && control.kind === 'choices' ? [] : next)
          }
        />
      )}
    </FieldFrame>
  )
}

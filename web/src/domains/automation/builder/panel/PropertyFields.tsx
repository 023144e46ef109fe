import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import { UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  InnerField,
  isWithin,
  MemberFields,
  type SchemaFieldProps,
} from '../../../../ui/schema-form/schema-field.tsx'
import type { SchemaField } from '../../../../ui/schema-form/schema-fields.ts'
import { useBuilder } from '../model/builder-context.ts'
import type { Path } from '../model/places.ts'
import classes from '../parts/Panel.module.css'
import { useExpressionMode } from './useExpressionMode.ts'

interface PropertyFieldsProps {
  properties: readonly SchemaField[]
  path: Path
  root: JsonObject
  value: JsonObject
  readOnly: boolean
  onChange: (value: JsonObject) => void
  /** Overrides the control of a property; undefined uses its schema. */
  special?: (
    property: SchemaField,
    set: (value: JsonValue | undefined) => void,
    asExpression: boolean,
  ) => ReactNode | undefined
  all?: boolean
  /** False if only constants are allowed. */
  dynamic?: boolean
}

/** Required and filled fields; the others are under "More options". */
export function PropertyFields(props: PropertyFieldsProps) {
  const { properties, path, root, value, readOnly, onChange, special, all = false, dynamic = true } = props
  const { t } = useTranslation('panel')
  const { field, issues } = useBuilder()
  const [isOpen, setOpen] = useState(false)
  const isReported = (name: string) =>
    [...(field === null ? [] : [field]), ...issues.map((issue) => issue.path)].some((at) =>
      isWithin(at, [...path, name]),
    )
  // A field keeps its position while someone types: moving it would lose the focus. Fields with issues
  // rise to the top only while the other options are collapsed, and stay there once fixed.
  const [first, setFirst] = useState<ReadonlySet<string>>(() => new Set(Object.keys(value)))
  const isMain = ({ name, required, schema }: SchemaField) =>
    all || required || schema['shown'] === true || first.has(name) || properties.length <= 3
  const hidden = isOpen ? [] : properties.filter((one) => !isMain(one) && isReported(one.name))
  if (hidden.length > 0) setFirst(new Set([...first, ...hidden.map(({ name }) => name)]))
  const rest = properties.filter((one) => !isMain(one))
  const draw = (fields: readonly SchemaField[]) => (
    <MemberFields {...{ fields, path, root, value, readOnly, onChange }}>
      {(field) => <PropertyField {...field} dynamic={dynamic} special={special} />}
    </MemberFields>
  )
  return (
    <>
      {draw(properties.filter(isMain))}
      {rest.length > 0 && (
        <div className={classes.more}>
          <UnstyledButton
            className={classes.moreButton}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? <IconChevronDown size={14} aria-hidden /> : <IconChevronRight size={14} aria-hidden />}
            {t('field.more', { count: rest.length })}
          </UnstyledButton>
          {isOpen && <div className={classes.fields}>{draw(rest)}</div>}
        </div>
      )}
    </>
  )
}

type PropertyFieldProps = SchemaFieldProps & { special: PropertyFieldsProps['special'] }

/** One property: its custom control, or the control of its schema with the switch to an expression. */
function PropertyField({ special, ...field }: PropertyFieldProps) {
  const [asExpression, setMode] = useExpressionMode(field.value)
  const custom = special?.(field, field.onChange, asExpression)
  if (custom !== undefined) return custom
  const hasCustom = asExpression && special?.(field, field.onChange, false) !== undefined
  return <InnerField {...field} onMode={hasCustom ? setMode : undefined} />
}

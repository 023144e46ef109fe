import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import { UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBuilder } from '../model/builder-context.ts'
import type { Path } from '../model/places.ts'
import type { Property } from './controls.ts'
import classes from '../parts/Panel.module.css'
import { InnerField } from './inner-field.tsx'
import { useExpressionMode } from './useExpressionMode.ts'

interface PropertyFieldsProps {
  properties: readonly Property[]
  path: Path
  root: JsonObject
  value: JsonObject
  readOnly: boolean
  onChange: (value: JsonObject) => void
  /** Overrides the control of a property; undefined uses its schema. */
  special?: (
    property: Property,
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
  const set = (name: string) => (next: JsonValue | undefined) => onChange(withValue(value, name, next))
  const isReported = (name: string) =>
    [...(field === null ? [] : [field]), ...issues.map((issue) => issue.path)].some((at) =>
      isWithin(at, [...path, name]),
    )
  // A field keeps its position while someone types: moving it would lose the focus. Fields with issues
  // rise to the top only while the other options are collapsed, and stay there once fixed.
  const [first, setFirst] = useState<ReadonlySet<string>>(() => new Set(Object.keys(value)))
  const isMain = ({ name, required }: Property) =>
    all || required || first.has(name) || properties.length <= 3
  const hidden = isOpen ? [] : properties.filter((one) => !isMain(one) && isReported(one.name))
  if (hidden.length > 0) setFirst(new Set([...first, ...hidden.map(({ name }) => name)]))
  const rest = properties.filter((one) => !isMain(one))
  const draw = (property: Property) => (
    <PropertyField
      key={property.name}
      property={property}
      path={path}
      root={root}
      value={value[property.name]}
      readOnly={readOnly}
      dynamic={dynamic}
      special={special}
      onChange={set(property.name)}
    />
  )
  return (
    <>
      {properties.filter(isMain).map(draw)}
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
          {isOpen && <div className={classes.fields}>{rest.map(draw)}</div>}
        </div>
      )}
    </>
  )
}

interface PropertyFieldProps extends Pick<PropertyFieldsProps, 'path' | 'root' | 'readOnly'> {
  property: Property
  value: JsonValue | undefined
  dynamic: boolean
  special: PropertyFieldsProps['special'] | undefined
  onChange: (value: JsonValue | undefined) => void
}

/** One property: its custom control, or the control of its schema with the switch to an expression. */
function PropertyField({ property, path, special, value, onChange, ...rest }: PropertyFieldProps) {
  const { name, label, schema, required } = property
  const [asExpression, setMode] = useExpressionMode(value)
  const custom = special?.(property, onChange, asExpression)
  if (custom !== undefined) return custom
  const hasCustom = asExpression && special?.(property, onChange, false) !== undefined
  return (
    <InnerField
      {...rest}
      {...{ name, label, schema, required, value, onChange }}
      path={[...path, name]}
      onMode={hasCustom ? setMode : undefined}
    />
  )
}

function isWithin(path: Path, outer: Path): boolean {
  return path.length >= outer.length && outer.every((part, at) => String(part) === String(path[at]))
}

export function withValue(value: JsonObject, name: string, next: JsonValue | undefined): JsonObject {
  if (next !== undefined) return { ...value, [name]: next }
  const { [name]: _gone, ...rest } = value
  return rest
}

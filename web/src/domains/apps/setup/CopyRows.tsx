import type { Promotion } from '@caseloom/contract/apps/apps'
import { copyFault } from '@caseloom/contract/field-types/field-copy'
import { fieldTraits, fieldType } from '@caseloom/contract/field-types/field-kind'
import type { FieldInput } from '@caseloom/contract/field-types/fields'
import { ActionIcon, Button, Select } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { fieldChoices, renamed, without } from './draft-fields.ts'
import classes from './Setup.module.css'

type Way = 'first' | 'lowest' | 'highest' | 'all'

interface CopyRowsProps {
  promotion: Promotion
  /** Fields of the app that is promoted from. */
  sources: readonly FieldInput[]
  target: { name: string; fields: readonly FieldInput[] }
  fault: (part: string) => string | undefined
  onChange: (promotion: Promotion) => void
}

/** Which fields of the new record are filled, from what, and how several records come together. */
export function CopyRows({ promotion, sources, target, fault, onChange }: CopyRowsProps) {
  const { t } = useTranslation('app-setup')
  const { copy } = promotion
  const next = nextPair(copy, sources, target.fields)
  return (
    <>
      {Object.keys(copy).length === 0 && <p className={classes.quiet}>{t('promotions.noneCopied')}</p>}
      <ul className={classes.rows}>
        {Object.entries(copy).map(([to, from]) => (
          <CopyRow key={to} {...{ promotion, sources, target, fault, onChange, to, from }} />
        ))}
      </ul>
      <div className={classes.actions}>
        <Button
          leftSection={<IconPlus size={14} stroke={2} aria-hidden />}
          disabled={next === null}
          title={next === null ? t('promotions.noMatch') : undefined}
          onClick={() => next !== null && onChange({ ...promotion, copy: { ...copy, ...next } })}
        >
          {t('promotions.addCopy')}
        </Button>
      </div>
    </>
  )
}

interface CopyRowProps extends CopyRowsProps {
  to: string
  from: string
}

function CopyRow(props: CopyRowProps) {
  const { promotion, sources, target, fault, onChange, to, from } = props
  const { t } = useTranslation('app-setup')
  const { copy, combine = {} } = promotion
  const toField = target.fields.find(({ key }) => key === to)
  const fromField = sources.find(({ key }) => key === from)
  const mismatch = toField === undefined || fromField === undefined ? null : copyFault(fromField, toField)
  const text =
    fault(`copy.${to}`) ??
    fault(`combine.${to}`) ??
    (mismatch === null ? undefined : t(`promotions.faults.${mismatch}`))
  return (
    <li className={classes.copyRow}>
      <TargetSelect {...props} />
      <SourceSelect {...props} toField={toField} />
      <WaySelect {...props} fromField={fromField} />
      <ActionIcon
        size={24}
        aria-label={t('promotions.removeCopy', { field: toField?.label ?? to })}
        onClick={() => onChange({ ...promotion, copy: without(copy, to), ...combined(without(combine, to)) })}
      >
        <IconX size={14} stroke={1.7} aria-hidden />
      </ActionIcon>
      {text !== undefined && (
        <p role="alert" className={classes.fault}>
          {text}
        </p>
      )}
    </li>
  )
}

function TargetSelect({ promotion, sources, target, onChange, to }: CopyRowProps) {
  const { t } = useTranslation('app-setup')
  const { copy, combine = {} } = promotion
  const open = target.fields.filter(
    (field) => field.key === to || (!(field.key in copy) && isFillable(field, sources)),
  )
  return (
    <Select
      label={t('promotions.target', { app: target.name })}
      data={fieldChoices(open, to, (key) => t('values.gone', { field: key }))}
      value={to}
      searchable
      allowDeselect={false}
      onChange={(next) =>
        next !== null &&
        next !== to &&
        onChange({ ...promotion, copy: renamed(copy, to, next), ...combined(renamed(combine, to, next)) })
      }
    />
  )
}

function SourceSelect(props: CopyRowProps & { toField: FieldInput | undefined }) {
  const { promotion, sources, onChange, to, from, toField } = props
  const { t } = useTranslation('app-setup')
  const { copy, combine = {} } = promotion
  const fitting = sources.filter((field) => toField === undefined || copyFault(field, toField) === null)
  const nameOf = (key: string) =>
    sources.find((field) => field.key === key)?.label ?? t('values.gone', { field: key })
  return (
    <Select
      label={t('promotions.source')}
      data={fieldChoices(fitting, from, nameOf)}
      value={from}
      searchable
      allowDeselect={false}
      onChange={(next) =>
        next !== null &&
        onChange({ ...promotion, copy: { ...copy, [to]: next }, ...combined(without(combine, to)) })
      }
    />
  )
}

function WaySelect({
  promotion,
  onChange,
  to,
  fromField,
}: CopyRowProps & { fromField: FieldInput | undefined }) {
  const { t } = useTranslation('app-setup')
  const { combine = {} } = promotion
  const ways = waysOf(fromField)
  return (
    <Select
      label={t('promotions.combine')}
      data={ways.map((way) => ({ value: way, label: t(`promotions.ways.${way}`) }))}
      value={combine[to] ?? 'first'}
      allowDeselect={false}
      onChange={(next) => {
        const way = ways.find((one) => one === next)
        if (way === undefined) return
        const rules = way === 'first' ? without(combine, to) : { ...combine, [to]: way }
        onChange({ ...promotion, ...combined(rules) })
      }}
    />
  )
}

/** No rules are the same as an absent part. */
function combined(combine: NonNullable<Promotion['combine']>): Pick<Promotion, 'combine'> {
  return { combine: Object.keys(combine).length === 0 ? undefined : combine }
}

/** How values of several records of this field can come together. */
function waysOf(field: FieldInput | undefined): Way[] {
  if (field === undefined) return ['first']
  const { observables, ordered, several } = fieldTraits(field)
  if (several || observables || ('multiple' in field && field.multiple)) return ['first', 'all']
  return ordered && fieldType(field).derived !== true ? ['first', 'lowest', 'highest'] : ['first']
}

function isFillable(target: FieldInput, sources: readonly FieldInput[]): boolean {
  return sources.some((source) => copyFault(source, target) === null)
}

/** The next free field of the other app that something fits: a field of the same key first. */
function nextPair(
  copy: Promotion['copy'],
  sources: readonly FieldInput[],
  targets: readonly FieldInput[],
): Record<string, string> | null {
  const free = targets.filter(({ key }) => !(key in copy))
  const fits = (target: FieldInput) => sources.filter((source) => copyFault(source, target) === null)
  for (const target of free) {
    const same = fits(target).find(({ key }) => key === target.key)
    if (same !== undefined) return { [target.key]: same.key }
  }
  for (const target of free) {
    const [source] = fits(target)
    if (source !== undefined) return { [target.key]: source.key }
  }
  return null
}

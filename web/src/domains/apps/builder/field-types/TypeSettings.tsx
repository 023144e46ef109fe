import { Select, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './Settings.module.css'
import { ClockSettings, ObservableSettings } from './CaseSettings.tsx'
import type { FieldOf, FieldSettingsProps } from '../../draft/builder-types.ts'
import { DefaultSettings } from './DefaultSettings.tsx'
import { FormulaSettings, StampSettings, SystemSettings } from './ComputedSettings.tsx'
import { ItemLimits, NumberFormat, TextLimits, TimeLimits } from './LimitSettings.tsx'
import { AttachmentSettings, ReferenceSettings } from './LinkSettings.tsx'
import { PeopleSettings } from './PeopleSettings.tsx'
import { Several, Toggle, Whole } from './settings-parts.tsx'

export function TypeSettings(props: FieldSettingsProps) {
  const { t } = useTranslation('apps')
  const { field } = props
  switch (field.type) {
    case 'text':
      return <TextSettings {...props} field={field} />
    case 'number':
      return <NumberSettings {...props} field={field} />
    case 'selection':
      return <SelectionSettings {...props} field={field} />
    case 'list':
      return <ListSettings {...props} field={field} />
    case 'date':
      return <TimeLimits {...props} field={field} />
    case 'datetime':
      return (
        <>
          <StampSettings {...props} field={field} />
          <TimeLimits {...props} field={field} />
        </>
      )
    case 'formula':
      return <FormulaSettings {...props} field={field} />
    case 'system':
      return <SystemSettings {...props} field={field} />
    case 'reference':
      return <ReferenceSettings {...props} field={field} />
    case 'attachment':
      return <AttachmentSettings {...props} field={field} />
    case 'comments':
      return (
        <Toggle label={t('field.richComments')} value={field.rich} onChange={(rich) => props.set({ rich })} />
      )
    case 'observables':
      return <ObservableSettings {...props} field={field} />
    case 'clock':
      return <ClockSettings {...props} field={field} />
    case 'user':
      return <PeopleSettings {...props} field={field} />
    case 'group':
      return <PeopleSettings {...props} field={field} />
    case 'technique':
      return (
        <>
          <Several {...props} value={field.multiple} />
          <DefaultSettings {...props} field={field} />
        </>
      )
    // Types without settings of their own.
    default:
      return <DefaultSettings {...props} field={field} />
  }
}

const FORMATS = ['plain', 'rich', 'email', 'ip', 'telephone', 'hash'] as const

function TextSettings(props: FieldOf<'text'>) {
  const { field, isStored, set, fault } = props
  const { t } = useTranslation('apps')
  const format = field.format ?? 'plain'
  return (
    <>
      <Select
        label={t('field.format')}
        description={isStored ? t('field.fixed') : undefined}
        disabled={isStored}
        data={FORMATS.map((one) => ({ value: one, label: t(`field.formats.${one}`) }))}
        value={format}
        error={fault('format')}
        onChange={(next) =>
          set({
            format: next === 'plain' ? undefined : next,
            ...(next === 'plain' || next === 'rich' ? {} : { multiline: false }),
          })
        }
      />
      {format === 'plain' && (
        <Toggle
          label={t('field.multiline')}
          value={field.multiline}
          onChange={(multiline) => set({ multiline })}
        />
      )}
      <Whole
        label={t('field.maxLength')}
        value={field.maxLength}
        error={fault('maxLength')}
        onChange={(maxLength) => set({ maxLength })}
      />
      <TextLimits {...props} />
      {format !== 'rich' && <DefaultSettings {...props} />}
    </>
  )
}

function NumberSettings(props: FieldOf<'number'>) {
  const { field, set, fault } = props
  const { t } = useTranslation('apps')
  return (
    <>
      <div className={classes.pair}>
        <Whole
          label={t('field.min')}
          value={field.min}
          error={fault('min')}
          onChange={(min) => set({ min })}
        />
        <Whole
          label={t('field.max')}
          value={field.max}
          error={fault('max')}
          onChange={(max) => set({ max })}
        />
      </div>
      <div className={classes.pair}>
        <TextInput
          label={t('field.prefix')}
          value={field.prefix ?? ''}
          maxLength={10}
          onChange={(event) => set({ prefix: event.currentTarget.value || undefined })}
        />
        <TextInput
          label={t('field.suffix')}
          value={field.suffix ?? ''}
          maxLength={10}
          onChange={(event) => set({ suffix: event.currentTarget.value || undefined })}
        />
      </div>
      <Whole
        label={t('field.decimals')}
        value={field.decimals}
        error={fault('decimals')}
        onChange={(decimals) => set({ decimals })}
      />
      <NumberFormat {...props} />
      <DefaultSettings {...props} />
    </>
  )
}

function SelectionSettings(props: FieldOf<'selection'>) {
  const { field, isStored, set, fault } = props
  const { t } = useTranslation('apps')
  const controls = field.multiple ? (['menu', 'checkbox'] as const) : (['menu', 'radio'] as const)
  const preset = typeof field.default === 'string' ? field.default : null
  return (
    <>
      <Toggle
        label={t('field.multiple')}
        {...(isStored ? { note: t('field.fixed') } : {})}
        disabled={isStored}
        value={field.multiple}
        onChange={(multiple) => set({ multiple, control: undefined, default: undefined })}
      />
      <Select
        label={t('field.control')}
        data={controls.map((one) => ({ value: one, label: t(`field.controls.${one}`) }))}
        value={field.control ?? 'menu'}
        error={fault('control')}
        onChange={(control) => set({ control: control === 'menu' ? undefined : control })}
      />
      <Select
        label={t('field.display')}
        data={(['plain', 'severity', 'state'] as const).map((one) => ({
          value: one,
          label: t(`field.displays.${one}`),
        }))}
        value={field.display}
        onChange={(display) => set({ display })}
      />
      {field.multiple && <DefaultSettings {...props} />}
      {!field.multiple && (
        <Select
          label={t('field.default')}
          placeholder={t('field.defaultNone')}
          clearable
          data={field.options.map(({ key, label }) => ({ value: key, label }))}
          value={preset}
          error={fault('default')}
          onChange={(value) => set({ default: value ?? undefined })}
        />
      )}
    </>
  )
}

function ListSettings(props: FieldOf<'list'>) {
  const { field, isStored, set, fault } = props
  const { t } = useTranslation('apps')
  return (
    <>
      <Select
        label={t('field.of')}
        description={isStored ? t('field.fixed') : undefined}
        disabled={isStored}
        data={(['text', 'number'] as const).map((one) => ({ value: one, label: t(`field.ofs.${one}`) }))}
        value={field.of}
        onChange={(of) => set({ of })}
      />
      <div className={classes.pair}>
        <Whole
          label={t('field.minItems')}
          value={field.minItems}
          error={fault('minItems')}
          onChange={(minItems) => set({ minItems })}
        />
        <Whole
          label={t('field.maxItems')}
          value={field.maxItems}
          error={fault('maxItems')}
          onChange={(maxItems) => set({ maxItems })}
        />
      </div>
      <ItemLimits {...props} />
      <DefaultSettings {...props} />
    </>
  )
}

import { Select, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './Settings.module.css'
import type { FieldOf } from '../../draft/builder-types.ts'
import { Whole } from './settings-parts.tsx'

const FORMATS = ['plain', 'thousands', 'percent', 'bytes'] as const

export function NumberFormat({ field, set, fault }: FieldOf<'number'>) {
  const { t } = useTranslation('apps')
  return (
    <div className={classes.pair}>
      <Whole
        label={t('limits.step')}
        value={field.step}
        error={fault('step')}
        onChange={(step) => set({ step })}
      />
      <Select
        label={t('limits.format')}
        data={FORMATS.map((one) => ({ value: one, label: t(`limits.formats.${one}`) }))}
        value={field.format ?? 'plain'}
        allowDeselect={false}
        error={fault('format')}
        onChange={(format) => set({ format: format === 'plain' ? undefined : format })}
      />
    </div>
  )
}

/** Which dates or times are allowed, and the default. */
export function TimeLimits({ field, set, fault }: FieldOf<'date'> | FieldOf<'datetime'>) {
  const { t } = useTranslation('apps')
  const now = field.type === 'date' ? 'today' : 'now'
  if (field.type === 'datetime' && field.stamp !== undefined) return null
  return (
    <>
      <Select
        label={t('limits.limit')}
        data={(['any', 'past', 'future'] as const).map((one) => ({
          value: one,
          label: t(`limits.limits.${one}`),
        }))}
        value={field.limit ?? 'any'}
        allowDeselect={false}
        error={fault('limit')}
        onChange={(limit) => set({ limit: limit === 'any' ? undefined : limit })}
      />
      <Select
        label={t('field.default')}
        placeholder={t('field.defaultNone')}
        clearable
        data={[{ value: now, label: t(`limits.${now}`) }]}
        value={field.default === now ? now : null}
        error={fault('default')}
        onChange={(value) => set({ default: value ?? undefined })}
      />
    </>
  )
}

/** Length limits, what they count, and the texts around and inside the empty field. */
export function TextLimits({ field, set, fault }: FieldOf<'text'>) {
  const { t } = useTranslation('apps')
  const words = (part: 'prefix' | 'suffix' | 'placeholder', label: string, maxLength: number) => (
    <TextInput
      label={t(label)}
      value={field[part] ?? ''}
      maxLength={maxLength}
      error={fault(part)}
      onChange={(event) => set({ [part]: event.currentTarget.value || undefined })}
    />
  )
  return (
    <>
      <div className={classes.pair}>
        <Whole
          label={t('field.minLength')}
          value={field.minLength}
          error={fault('minLength')}
          onChange={(minLength) => set({ minLength })}
        />
        <Select
          label={t('field.lengthUnit')}
          data={(['characters', 'words'] as const).map((one) => ({
            value: one,
            label: t(`field.lengthUnits.${one}`),
          }))}
          value={field.lengthUnit ?? 'characters'}
          allowDeselect={false}
          error={fault('lengthUnit')}
          onChange={(unit) => set({ lengthUnit: unit === 'words' ? unit : undefined })}
        />
      </div>
      {field.format !== 'rich' && (
        <>
          <div className={classes.pair}>
            {words('prefix', 'field.before', 10)}
            {words('suffix', 'field.after', 10)}
          </div>
          {words('placeholder', 'field.placeholder', 100)}
        </>
      )}
    </>
  )
}

/** Length of each text of a list, or the step of its numbers. */
export function ItemLimits({ field, set, fault }: FieldOf<'list'>) {
  const { t } = useTranslation('apps')
  if (field.of === 'number')
    return (
      <Whole
        label={t('limits.step')}
        value={field.step}
        error={fault('step')}
        onChange={(step) => set({ step })}
      />
    )
  return (
    <div className={classes.pair}>
      <Whole
        label={t('field.minItemLength')}
        value={field.minItemLength}
        error={fault('minItemLength')}
        onChange={(minItemLength) => set({ minItemLength })}
      />
      <Whole
        label={t('field.maxItemLength')}
        value={field.maxItemLength}
        error={fault('maxItemLength')}
        onChange={(maxItemLength) => set({ maxItemLength })}
      />
    </div>
  )
}

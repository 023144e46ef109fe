import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './Builder.module.css'
import type { FieldOf } from './builder-types.ts'
import { Whole } from './settings-parts.tsx'

const FORMATS = ['plain', 'thousands', 'percent', 'bytes'] as const

/** In which steps a number goes, and how it is shown. */
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

/** Which days or moments may be entered, and what a new record begins with. */
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

import type { FieldInput } from '@caseloom/contract/field-types/fields'
import { Button, Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Notice } from '../../../ui/admin/Settings.tsx'
import { keyFrom } from '../draft/app-draft.ts'
import type { FieldSettingsProps } from '../draft/builder-types.ts'
import { paletteEntryOf } from '../../../field-types/registry.ts'
import classes from './Panels.module.css'
import { changeType, conversionOf, keepType, kindsFor, onFault } from './type-change.ts'
import { TypeTrial } from './TypeTrial.tsx'

const FAULTS = ['refuse', 'empty'] as const

/** Changes the type of a stored field: the conversion is tried before publishing. */
export function TypeChange({
  field,
  edited,
  set,
}: Omit<FieldSettingsProps, 'isStored' | 'fault' | 'faultIn'>) {
  const { t } = useTranslation('apps')
  const { draft, base, edit } = edited
  const stored: FieldInput | undefined = base.fields.find(({ id }) => id === field.id)
  if (stored === undefined) return null
  const kinds = kindsFor(stored, draft.titleField === field.key)
  if (kinds.length === 0) return null
  const word = (one: FieldInput) =>
    t(`kinds.${paletteEntryOf(one)?.id ?? one.type}`, { defaultValue: one.type })
  const conversion = conversionOf(draft, field.key)
  if (base.changing?.refused === null && base.changing.fields.includes(field.key))
    return <Notice>{t('typeChange.running')}</Notice>
  if (conversion === null)
    return (
      <Select
        label={t('typeChange.to')}
        description={t('typeChange.note')}
        placeholder={word(stored)}
        data={kinds.map(({ id }) => ({ value: id, label: t(`kinds.${id}`) }))}
        value={null}
        onChange={(id) => {
          const kind = kinds.find((one) => one.id === id)
          if (kind !== undefined) edit(changeType(draft, stored, kind, base.id))
        }}
      />
    )
  const addOptions = (labels: readonly string[]) => {
    if (!('options' in field)) return
    // The two placeholder options of a new selection have no values yet.
    const present = field.options.filter(({ key }) => key !== 'first' && key !== 'second')
    const taken = new Set(present.map(({ key }) => key))
    const added = labels.map((text) => {
      const label = text.trim().slice(0, 100)
      const key = keyFrom(label, taken)
      taken.add(key)
      return { key, label }
    })
    set({ options: [...present, ...added.filter(({ label }) => label !== '')] })
  }
  return (
    <section className={classes.typeChange} aria-label={t('typeChange.title')}>
      <Notice>{t('typeChange.pending', { from: word(stored), to: word(field) })}</Notice>
      <Select
        label={t('typeChange.onFault')}
        data={FAULTS.map((one) => ({ value: one, label: t(`typeChange.faults.${one}`) }))}
        value={conversion.onFault}
        allowDeselect={false}
        onChange={(next) => next !== null && edit(onFault(draft, field.key, next))}
      />
      <TypeTrial
        // A trial with other settings says nothing about these.
        key={JSON.stringify(field)}
        field={field}
        appId={base.id}
        faults={conversion.onFault}
        onOptions={'options' in field ? addOptions : null}
      />
      <Button variant="subtle" onClick={() => edit(keepType(draft, stored))}>
        {t('typeChange.keep', { kind: word(stored) })}
      </Button>
    </section>
  )
}

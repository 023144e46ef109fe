import { type ExportTemplate, MAX_EXPORT_SORTS, MAX_EXPORTS } from '@caseloom/contract/apps/export-templates'
import { fieldTraits, fieldType } from '@caseloom/contract/field-types/field-kind'
import { type FieldInput, SYSTEM_FIELDS } from '@caseloom/contract/field-types/fields'
import { ExportFormat } from '@caseloom/contract/records/jobs'
import { Button, MultiSelect, Select, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { isSortable } from '../../../field-types/registry.ts'
import { SettingsSection } from '../../../ui/admin/Settings.tsx'
import { type AppDraft, keyFrom } from '../draft/app-draft.ts'
import { type Fault, faultsIn } from '../draft/faults.ts'
import type { EditedApp } from '../draft/useAppDraft.ts'
import classes from './Setup.module.css'

interface ExportsSectionProps {
  edited: EditedApp
  faults: readonly Fault[]
}

/** Named choices that the export dialog of the app's list offers. */
export function ExportsSection({ edited, faults }: ExportsSectionProps) {
  const { t } = useTranslation('app-setup')
  const { draft, edit } = edited
  const exports = draft.exports ?? []
  const write = (next: ExportTemplate[], by?: string) => {
    const { exports: _before, ...rest } = draft
    edit(next.length === 0 ? rest : { ...rest, exports: next }, by)
  }
  const add = () => {
    const key = keyFrom('export', new Set(exports.map((one) => one.key)))
    const name = t('exports.new')
    write([...exports, { key, name, format: 'csv', header: 'labels', include: [], columns: [], sort: [] }])
  }
  return (
    <SettingsSection title={t('exports.title')} text={t('exports.text')}>
      {exports.length === 0 && <p className={classes.quiet}>{t('exports.none')}</p>}
      {exports.map((template, at) => (
        <ExportCard
          key={template.key}
          template={template}
          draft={draft}
          fault={(part) => faultsIn(faults, null, `exports.${at}.${part}`)}
          onChange={(next, by) => write(exports.with(at, next), by && `exports.${template.key}.${by}`)}
          onRemove={() => write(exports.toSpliced(at, 1))}
        />
      ))}
      <div className={classes.actions}>
        <Button
          leftSection={<IconPlus size={14} stroke={2} aria-hidden />}
          disabled={exports.length >= MAX_EXPORTS}
          onClick={add}
        >
          {t('exports.add')}
        </Button>
      </div>
    </SettingsSection>
  )
}

interface ExportCardProps {
  template: ExportTemplate
  draft: AppDraft
  fault: (part: string) => string | undefined
  onChange: (template: ExportTemplate, by?: string) => void
  onRemove: () => void
}

function ExportCard({ template, draft, fault, onChange, onRemove }: ExportCardProps) {
  const { t } = useTranslation('app-setup')
  const columns = useColumns(draft)
  const sortable = useColumns(draft, isSortable)
  return (
    <section className={classes.card} aria-label={t('exports.one', { name: template.name })}>
      <ExportHead template={template} fault={fault} onChange={onChange} onRemove={onRemove} />
      <MultiSelect
        label={t('exports.columns')}
        description={t('exports.columnsNote')}
        searchable
        data={columns}
        value={template.columns}
        error={fault('columns')}
        onChange={(next) => onChange({ ...template, columns: next })}
      />
      <div className={classes.pair}>
        <Select
          label={t('exports.format')}
          allowDeselect={false}
          data={ExportFormat.options.map((value) => ({ value, label: t(`exports.formats.${value}`) }))}
          value={template.format}
          onChange={(value) => {
            const format = ExportFormat.options.find((one) => one === value)
            if (format !== undefined) onChange({ ...template, format })
          }}
        />
        <Order template={template} columns={sortable} error={fault('sort')} onChange={onChange} />
      </div>
    </section>
  )
}

function ExportHead({ template, fault, onChange, onRemove }: Omit<ExportCardProps, 'draft'>) {
  const { t } = useTranslation('app-setup')
  return (
    <div className={classes.head}>
      <TextInput
        className={classes.grow ?? ''}
        label={t('exports.name')}
        value={template.name}
        maxLength={100}
        error={fault('name')}
        onChange={(event) => onChange({ ...template, name: event.currentTarget.value }, 'name')}
      />
      <Button
        color="red"
        variant="subtle"
        leftSection={<IconTrash size={14} stroke={1.7} aria-hidden />}
        aria-label={t('exports.remove', { name: template.name })}
        onClick={onRemove}
      >
        {t('remove')}
      </Button>
    </div>
  )
}

/** What the rows are sorted by, first column first; the list's own order when nothing is chosen. */
function Order({
  template,
  columns,
  error,
  onChange,
}: Pick<ExportCardProps, 'template' | 'onChange'> & {
  columns: { value: string; label: string }[]
  error: string | undefined
}) {
  const { t } = useTranslation('app-setup')
  const { sort } = template
  const data = columns.flatMap(({ value, label }) => [
    { value: `asc ${value}`, label: t('exports.ascending', { field: label }) },
    { value: `desc ${value}`, label: t('exports.descending', { field: label }) },
  ])
  return (
    <MultiSelect
      label={t('exports.order')}
      description={t('exports.orderNote', { count: MAX_EXPORT_SORTS })}
      placeholder={sort.length === 0 ? t('exports.listOrder') : ''}
      searchable
      clearable
      data={data}
      error={error}
      value={sort.map(({ field, direction }) => `${direction} ${field}`)}
      onChange={(values) => {
        const next = sortOf(values)
        if (next.length <= MAX_EXPORT_SORTS) onChange({ ...template, sort: next })
      }}
    />
  )
}

/** A column counts once, in the direction that was chosen last. */
function sortOf(values: readonly string[]): ExportTemplate['sort'] {
  const directions = new Map<string, 'asc' | 'desc'>()
  for (const value of values) {
    const [direction, field = ''] = value.split(' ')
    directions.delete(field)
    directions.set(field, direction === 'desc' ? 'desc' : 'asc')
  }
  return [...directions].map(([field, direction]) => ({ field, direction }))
}

/** Columns of an export: all fields but threads and placed facts, which are columns of every record anyway. */
function useColumns(
  draft: AppDraft,
  isOffered: (field: FieldInput) => boolean = () => true,
): { value: string; label: string }[] {
  const { t } = useTranslation('fields')
  const fields = draft.fields.filter(
    (field) => fieldType(field).fact !== true && !fieldTraits(field).thread && isOffered(field),
  )
  return [
    ...SYSTEM_FIELDS.map((value) => ({ value, label: t(`system.${value}`) })),
    ...fields.map(({ key, label }) => ({ value: key, label })),
  ]
}

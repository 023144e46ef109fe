import { FormatRule } from '@caseloom/contract/apps/layout'
import { SYSTEM_FIELDS } from '@caseloom/contract/field-types/fields'
import { ActionIcon, Button, MultiSelect, Select, TextInput } from '@mantine/core'
import { IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { SettingsSection } from '../../../ui/admin/Settings.tsx'
import type { AppDraft } from '../draft/app-draft.ts'
import { type Fault, faultsIn } from '../draft/faults.ts'
import type { EditedApp } from '../draft/useAppDraft.ts'
import { ConditionField } from './field-types/ConditionField.tsx'
import bar from './LayoutBar.module.css'

const COLORS = FormatRule.shape.color.options
const NONE: readonly FormatRule[] = []

/** Marks of rows and cells in the list of records. */
export function FormatsSection({ edited, faults }: { edited: EditedApp; faults: readonly Fault[] }) {
  const { t } = useTranslation('apps')
  const { draft, edit } = edited
  const formats = draft.formats ?? NONE
  const set = (next: readonly FormatRule[], by?: string) => edit(withFormats(draft, next), by)
  const add = () => {
    const taken = new Set(formats.map(({ id }) => id))
    const id = Array.from({ length: formats.length + 1 }, (_, at) => `mark-${at + 1}`).find(
      (one) => !taken.has(one),
    )
    const rule = { label: t('formats.newLabel'), when: { any: [] }, color: 'amber' as const }
    set([...formats, { id: id ?? `mark-${formats.length + 1}`, ...rule }])
  }
  return (
    <SettingsSection title={t('formats.title')} text={t('formats.text')}>
      {formats.map((rule, at) => (
        <FormatRow
          key={rule.id}
          edited={edited}
          rule={rule}
          fault={(part) => faultsIn(faults, null, `formats.${at}.${part}`)}
          onChange={(next, by) => set(formats.with(at, next), by && `format.${rule.id}.${by}`)}
          onUp={at === 0 ? null : () => set(formats.toSpliced(at, 1).toSpliced(at - 1, 0, rule))}
          onRemove={() => set(formats.toSpliced(at, 1))}
        />
      ))}
      <Button
        variant="subtle"
        leftSection={<IconPlus size={14} stroke={1.7} aria-hidden />}
        disabled={formats.length >= 30}
        onClick={add}
      >
        {t('formats.add')}
      </Button>
    </SettingsSection>
  )
}

function withFormats(draft: AppDraft, formats: readonly FormatRule[]): AppDraft {
  const { formats: _formats, ...rest } = draft
  return formats.length === 0 ? rest : { ...rest, formats: [...formats] }
}

interface FormatRowProps {
  edited: EditedApp
  rule: FormatRule
  fault: (part: string) => string | undefined
  onChange: (next: FormatRule, by?: string) => void
  onUp: (() => void) | null
  onRemove: () => void
}

function FormatRow({ edited, rule, fault, onChange, onUp, onRemove }: FormatRowProps) {
  const { t } = useTranslation('apps')
  const { columns, ...whole } = rule
  return (
    <div className={bar.row} role="group" aria-label={rule.label}>
      <FormatLook rule={rule} fault={fault} onChange={onChange} />
      <ConditionField
        label={t('formats.when')}
        edited={edited}
        filter={rule.when}
        error={fault('when')}
        onChange={(when) => onChange({ ...rule, when: when ?? { any: [] } })}
      />
      <MultiSelect
        label={t('formats.columns')}
        description={t('formats.columnsNote')}
        searchable
        data={[
          ...SYSTEM_FIELDS.map((key) => ({ value: key as string, label: t(`settings.system.${key}`) })),
          ...edited.draft.fields.map(({ key, label }) => ({ value: key, label })),
        ]}
        value={columns ?? []}
        error={fault('columns')}
        onChange={(next) => onChange(next.length === 0 ? whole : { ...rule, columns: next })}
      />
      <FormatActions rule={rule} onUp={onUp} onRemove={onRemove} />
    </div>
  )
}

function FormatLook({ rule, fault, onChange }: Pick<FormatRowProps, 'rule' | 'fault' | 'onChange'>) {
  const { t } = useTranslation('apps')
  return (
    <div className={bar.pair}>
      <TextInput
        label={t('formats.label')}
        description={t('formats.labelNote')}
        value={rule.label}
        maxLength={100}
        error={fault('label')}
        onChange={(event) => onChange({ ...rule, label: event.currentTarget.value }, 'label')}
      />
      <Select
        label={t('formats.color')}
        description={' '}
        allowDeselect={false}
        data={COLORS.map((color) => ({ value: color, label: t(`formats.colors.${color}`) }))}
        value={rule.color}
        onChange={(next) => {
          const color = COLORS.find((one) => one === next)
          if (color !== undefined) onChange({ ...rule, color })
        }}
      />
    </div>
  )
}

function FormatActions({ rule, onUp, onRemove }: Pick<FormatRowProps, 'rule' | 'onUp' | 'onRemove'>) {
  const { t } = useTranslation('apps')
  return (
    <div className={bar.actions}>
      <ActionIcon
        aria-label={t('formats.earlier', { name: rule.label })}
        disabled={onUp === null}
        onClick={() => onUp?.()}
      >
        <IconArrowUp size={14} stroke={1.7} aria-hidden />
      </ActionIcon>
      <ActionIcon aria-label={t('formats.remove', { name: rule.label })} onClick={onRemove}>
        <IconTrash size={14} stroke={1.7} aria-hidden />
      </ActionIcon>
    </div>
  )
}

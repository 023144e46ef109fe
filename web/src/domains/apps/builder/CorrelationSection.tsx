import {
  type CorrelationRule,
  isComparable,
  MAX_CORRELATION_RULES,
} from '@caseloom/contract/apps/correlation-rules'
import { ActionIcon, Button, MultiSelect, NumberInput, Select, TextInput } from '@mantine/core'
import { IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { SettingsSection } from '../../../ui/admin/Settings.tsx'
import { addTexts } from '../../../ui/text/i18n.ts'
import { keyFrom } from '../draft/app-draft.ts'
import { type Fault, faultsIn } from '../draft/faults.ts'
import type { EditedApp } from '../draft/useAppDraft.ts'
import { setupEn } from '../setup/setup.en.ts'
import classes from '../setup/Setup.module.css'
import { ConditionField } from './field-types/ConditionField.tsx'

addTexts('app-setup', setupEn)

const NONE: readonly CorrelationRule[] = []
const UNITS = [86_400, 3_600, 60] as const
const HOUR = 3_600
const LONGEST = 366 * 24 * HOUR

/** Which new records are folded into one that is open, or shown with others in one row. */
export function CorrelationSection({ edited, faults }: { edited: EditedApp; faults: readonly Fault[] }) {
  const { t } = useTranslation('app-setup')
  const { draft, edit } = edited
  const rules = draft.correlation ?? NONE
  const write = (next: readonly CorrelationRule[], by?: string) => {
    const { correlation: _before, ...rest } = draft
    edit(next.length === 0 ? rest : { ...rest, correlation: [...next] }, by)
  }
  const add = () => {
    const name = t('correlation.new')
    const key = keyFrom(name, new Set(rules.map((one) => one.key)))
    write([...rules, { key, name, fields: [], within: HOUR, into: 'open' }])
  }
  return (
    <SettingsSection title={t('correlation.title')} text={t('correlation.text')}>
      {rules.length === 0 && <p className={classes.quiet}>{t('correlation.none')}</p>}
      {rules.map((rule, at) => (
        <RuleCard
          key={rule.key}
          edited={edited}
          rule={rule}
          fault={(part) => faultsIn(faults, null, `correlation.${at}.${part}`)}
          onChange={(next, by) =>
            write(rules.with(at, next), by === undefined ? undefined : `correlation.${rule.key}.${by}`)
          }
          onUp={at === 0 ? null : () => write(rules.toSpliced(at, 1).toSpliced(at - 1, 0, rule))}
          onRemove={() => write(rules.toSpliced(at, 1))}
        />
      ))}
      <div className={classes.actions}>
        <Button
          leftSection={<IconPlus size={14} stroke={2} aria-hidden />}
          disabled={rules.length >= MAX_CORRELATION_RULES}
          onClick={add}
        >
          {t('correlation.add')}
        </Button>
      </div>
    </SettingsSection>
  )
}

interface RuleCardProps {
  edited: EditedApp
  rule: CorrelationRule
  fault: (part: string) => string | undefined
  onChange: (rule: CorrelationRule, by?: string) => void
  onUp: (() => void) | null
  onRemove: () => void
}

function RuleCard(props: RuleCardProps) {
  const { edited, rule, fault, onChange } = props
  const { t } = useTranslation('app-setup')
  const { condition: _condition, ...whole } = rule
  const comparable = edited.draft.fields.filter(isComparable)
  return (
    <section className={classes.card} aria-label={t('correlation.one', { name: rule.name })}>
      <RuleHead {...props} />
      <MultiSelect
        label={t('correlation.fields')}
        description={t('correlation.fieldsNote')}
        searchable
        data={comparable.map(({ key, label }) => ({ value: key, label }))}
        value={rule.fields}
        maxValues={8}
        error={fault('fields')}
        onChange={(fields) => onChange({ ...rule, fields })}
      />
      <WithinInput {...{ rule, fault, onChange }} />
      <Select
        label={t('correlation.into')}
        description={t(`correlation.intoNote.${rule.into}`)}
        allowDeselect={false}
        data={(['open', 'list'] as const).map((value) => ({ value, label: t(`correlation.ways.${value}`) }))}
        value={rule.into}
        onChange={(into) => onChange({ ...rule, into: into === 'list' ? 'list' : 'open' })}
      />
      <ConditionField
        label={t('correlation.condition')}
        note={t('correlation.conditionNote')}
        edited={edited}
        filter={rule.condition}
        error={fault('condition')}
        onChange={(condition) => onChange(condition === undefined ? whole : { ...rule, condition })}
      />
    </section>
  )
}

function RuleHead({ rule, fault, onChange, onUp, onRemove }: RuleCardProps) {
  const { t } = useTranslation('app-setup')
  return (
    <div className={classes.head}>
      <TextInput
        className={classes.grow ?? ''}
        label={t('correlation.name')}
        value={rule.name}
        maxLength={100}
        error={fault('name')}
        onChange={(event) => onChange({ ...rule, name: event.currentTarget.value }, 'name')}
      />
      <ActionIcon
        aria-label={t('correlation.earlier', { name: rule.name })}
        disabled={onUp === null}
        onClick={() => onUp?.()}
      >
        <IconArrowUp size={14} stroke={1.7} aria-hidden />
      </ActionIcon>
      <Button
        color="red"
        variant="subtle"
        leftSection={<IconTrash size={14} stroke={1.7} aria-hidden />}
        aria-label={t('correlation.remove', { name: rule.name })}
        onClick={onRemove}
      >
        {t('remove')}
      </Button>
    </div>
  )
}

/** A number and its unit, the largest that says it whole. */
function WithinInput({ rule, fault, onChange }: Pick<RuleCardProps, 'rule' | 'fault' | 'onChange'>) {
  const { t } = useTranslation('app-setup')
  const unit = UNITS.find((one) => rule.within % one === 0) ?? 60
  const write = (seconds: number) => onChange({ ...rule, within: Math.min(seconds, LONGEST) }, 'within')
  return (
    <div className={classes.pair}>
      <NumberInput
        label={t('correlation.within')}
        description={t('correlation.withinNote')}
        min={1}
        allowDecimal={false}
        hideControls
        value={Math.floor(rule.within / unit)}
        error={fault('within')}
        onChange={(next) => {
          if (typeof next === 'number' && next > 0) write(next * unit)
        }}
      />
      <Select
        label={t('correlation.unit')}
        description={' '}
        allowDeselect={false}
        data={UNITS.map((one) => ({ value: String(one), label: t(`correlation.units.${one}`) }))}
        value={String(unit)}
        onChange={(next) => {
          const to = UNITS.find((one) => String(one) === next)
          if (to !== undefined) write(Math.floor(rule.within / unit) * to)
        }}
      />
    </div>
  )
}

import { FORMULA_RESULTS, MAX_EXPRESSION, SYSTEM_FACTS } from '@caseloom/contract/values/computed-fields'
import { fieldTraits } from '@caseloom/contract/field-types/field-kind'
import { readFormula } from '@caseloom/playbook/formula'
import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ExpressionField } from '../../../../ui/expression/ExpressionField.tsx'
import { STEADY_FUNCTIONS } from '../../model/expression-names.ts'
import classes from './Settings.module.css'
import { ConditionField } from './ConditionField.tsx'
import type { FieldOf } from '../../draft/builder-types.ts'
import { FormulaPreview } from './FormulaPreview.tsx'
import { isValueless, useFormulaNames } from './useFormulaNames.ts'
import { Toggle } from './settings-parts.tsx'

const NO_FAULTS = [] as const

export function FormulaSettings({ field, edited, set, fault }: FieldOf<'formula'>) {
  const { t } = useTranslation('apps')
  const usable = edited.draft.fields.filter((one) => one.key !== field.key && !isValueless(one.type))
  const isField = (key: string) => usable.some((one) => one.key === key)
  const isLink = (key: string) => edited.draft.fields.some((one) => one.key === key && fieldTraits(one).links)
  const reading = readFormula(field.expression, isField, isLink)
  const { names, pills } = useFormulaNames(field.key, edited.draft.fields)
  return (
    <>
      <ExpressionField
        label={t('formula.expression')}
        description={t('formula.note')}
        type={t(`formula.results.${field.result}`)}
        value={field.expression}
        maxLength={MAX_EXPRESSION}
        names={names}
        pills={pills}
        functions={STEADY_FUNCTIONS}
        faults={reading.faults ?? NO_FAULTS}
        error={reading.faults === undefined ? fault('expression') : undefined}
        onChange={(expression) => set({ expression })}
      />
      <p className={classes.quiet}>
        {t('formula.fields', { keys: usable.map(({ key }) => key).join(', ') })}
      </p>
      <Select
        label={t('formula.result')}
        data={FORMULA_RESULTS.map((one) => ({ value: one, label: t(`formula.results.${one}`) }))}
        value={field.result}
        allowDeselect={false}
        error={fault('result')}
        onChange={(result) => set({ result: result ?? field.result })}
      />
      <FormulaPreview field={field} edited={edited} isField={isField} />
    </>
  )
}

export function SystemSettings({ field, set, fault }: FieldOf<'system'>) {
  const { t } = useTranslation('apps')
  return (
    <Select
      label={t('system.of')}
      data={SYSTEM_FACTS.map((one) => ({ value: one, label: t(`system.facts.${one}`) }))}
      value={field.of}
      allowDeselect={false}
      error={fault('of')}
      onChange={(of) => set({ of: of ?? field.of })}
    />
  )
}

const LATER = ['formula', 'clock'] as const

/** A time that is set automatically when a condition becomes true. */
export function StampSettings({ field, edited, set, faultIn }: FieldOf<'datetime'>) {
  const { t } = useTranslation('apps')
  const { stamp } = field
  const begin = {
    stamp: { when: { any: [] }, keep: 'first' },
    required: false,
    requiredWhen: undefined,
    default: undefined,
  }
  return (
    <>
      <Toggle
        label={t('stamp.on')}
        note={t('stamp.note')}
        value={stamp !== undefined}
        onChange={(on) => set(on ? begin : { stamp: undefined })}
      />
      {stamp !== undefined && (
        <>
          <ConditionField
            label={t('stamp.when')}
            edited={edited}
            filter={stamp.when}
            without={LATER}
            rules={{ field: field.key, verb: 'set' }}
            error={faultIn('stamp.when')}
            onChange={(when) => set({ stamp: { ...stamp, when: when ?? { any: [] } } })}
          />
          <Select
            label={t('stamp.keep')}
            data={(['first', 'last'] as const).map((one) => ({ value: one, label: t(`stamp.keeps.${one}`) }))}
            value={stamp.keep}
            allowDeselect={false}
            onChange={(keep) => set({ stamp: { ...stamp, keep: keep === 'last' ? 'last' : 'first' } })}
          />
        </>
      )}
    </>
  )
}

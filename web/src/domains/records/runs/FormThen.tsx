import type { AppView } from '@caseloom/contract/apps'
import type { Field } from '@caseloom/contract/fields'
import type { WorkflowRunView } from '@caseloom/contract/workflow-runs'
import { SegmentedControl } from '@mantine/core'
import { IconEyeOff } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePeople } from '../../../data/people.ts'
import { fieldValue } from '../../../field-types/parts/FieldValue.tsx'
import { sameValue, textOf } from '../../../field-types/parts/field-text.ts'
import type { Vocabulary } from '../../../field-types/workflow/rule-words.ts'
import classes from './Runs.module.css'

interface FormThenProps {
  app: AppView
  run: WorkflowRunView
  words: Vocabulary
}

/** The form as the run found it, or as it left it. */
export function FormThen({ app, run }: FormThenProps) {
  const { t } = useTranslation('workflow-runs')
  const [side, setSide] = useState<'before' | 'after'>('after')
  return (
    <section className={classes.form} aria-label={t('form')}>
      <header className={classes.columnHead}>
        <h2>{t('form')}</h2>
        <SegmentedControl
          aria-label={t('side')}
          data={(['before', 'after'] as const).map((one) => ({ value: one, label: t(`sides.${one}`) }))}
          value={side}
          onChange={(next) => setSide(next === 'before' ? next : 'after')}
        />
      </header>
      {app.layout
        .flatMap(({ fields }) => fields)
        .map((key) => {
          const field = app.fields.find((one) => one.key === key)
          return field === undefined ? null : <FieldThen key={key} field={field} run={run} side={side} />
        })}
    </section>
  )
}

interface FieldThenProps {
  field: Field
  run: WorkflowRunView
  side: 'before' | 'after'
}

function FieldThen({ field, run, side }: FieldThenProps) {
  const { t } = useTranslation('workflow-runs')
  const people = usePeople()
  const { key, label } = field
  const [was, is] = [run.before?.[key], run.fields[key]]
  const state = run.form.items[`field:${key}`]
  const isSet = Object.hasOwn(run.form.values, key)
  const isChanged = !sameValue(was, is)
  if (side === 'after' && state?.visible?.value === false)
    return (
      <p className={classes.then} data-changed>
        <span className={classes.thenLabel}>
          <IconEyeOff size={14} stroke={1.6} aria-hidden /> {label}
        </span>
        <span className={classes.mark}>{t('marks.hidden')}</span>
      </p>
    )
  const mark = isSet ? 'set' : isChanged ? 'edited' : state?.required?.value === true ? 'required' : null
  const value = side === 'before' ? was : is
  return (
    <div className={classes.then} data-changed={(side === 'after' && mark !== null) || undefined}>
      <span className={classes.thenLabel}>
        {label}
        {state?.required?.value === true && <span className={classes.star}> *</span>}
      </span>
      {side === 'after' && mark !== null && <span className={classes.mark}>{t(`marks.${mark}`)}</span>}
      <span className={classes.thenValue}>
        {side === 'after' && isChanged && <del>{textOf(field, was, people)}</del>}{' '}
        {fieldValue({ field, value, people, nobody: t('empty') }) ?? (
          <span className={classes.quiet}>{t('empty')}</span>
        )}
      </span>
    </div>
  )
}

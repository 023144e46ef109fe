import type { AppView } from '@caseloom/contract/apps/apps'
import type { Field } from '@caseloom/contract/field-types/fields'
import type { WorkflowRunView } from '@caseloom/contract/apps/workflow-runs'
import { SegmentedControl } from '@mantine/core'
import { IconEyeOff, IconLock } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePeople } from '../../../data/people.ts'
import { fieldValue } from '../../../field-types/parts/FieldValue.tsx'
import { sameValue, textOf } from '../../../field-types/parts/field-text.ts'
import type { Vocabulary } from '../../../field-types/workflow/rule-words.ts'
import { type FormLine, formLines } from './form-then.ts'
import classes from './Runs.module.css'
import type { Comparison } from './useComparison.ts'

interface FormThenProps {
  app: AppView
  run: WorkflowRunView
  words: Vocabulary
  comparison: Comparison
}

/** The form as the run found it, or as it left it. */
export function FormThen({ app, run, words, comparison }: FormThenProps) {
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
      {formLines(app.layout, run.form, side).map((line, at) => {
        // The layout doesn't change while the page is open.
        if (line.kind !== 'field') return <PartThen key={at} line={line} words={words} />
        const field = app.fields.find(({ key }) => key === line.key)
        return field === undefined ? null : <FieldThen key={at} {...{ field, run, side, comparison }} />
      })}
      {run.unreadFields > 0 && (
        <p className={classes.unread}>
          <IconLock size={14} stroke={1.6} aria-hidden /> {t('unread', { count: run.unreadFields })}
        </p>
      )}
    </section>
  )
}

/** A section's head, what a rule hid with all in it, or a button that a rule offered. */
function PartThen({ line, words }: { line: Exclude<FormLine, { kind: 'field' }>; words: Vocabulary }) {
  const { t } = useTranslation('workflow-runs')
  if (line.kind === 'section')
    return (
      <h3 className={classes.thenSection} data-changed={line.mark !== null || undefined}>
        {line.title} {line.mark !== null && <span className={classes.mark}>{t(`marks.${line.mark}`)}</span>}
      </h3>
    )
  const isHidden = line.kind === 'hidden'
  return (
    <p className={classes.then} data-changed>
      <span className={classes.thenLabel}>
        {isHidden && <IconEyeOff size={14} stroke={1.6} aria-hidden />}{' '}
        {isHidden ? line.title : words.button(line.id)}
      </span>
      <span className={classes.mark}>{t(isHidden ? 'marks.hidden' : 'marks.offered')}</span>
    </p>
  )
}

interface FieldThenProps {
  field: Field
  run: WorkflowRunView
  side: 'before' | 'after'
  comparison: Comparison
}

function FieldThen({ field, run, side, comparison }: FieldThenProps) {
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
        <There field={field} comparison={comparison} />
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
        {fieldValue({ field, value, people, noOne: t('empty') }) ?? (
          <span className={classes.quiet}>{t('empty')}</span>
        )}
      </span>
      <There field={field} comparison={comparison} />
    </div>
  )
}

/** The field in what the run is compared with, where it differs. */
function There({ field, comparison: { other, differences } }: { field: Field; comparison: Comparison }) {
  const { t } = useTranslation('workflow-runs')
  const people = usePeople()
  const { key } = field
  if (other === null || differences?.fields?.has(key) !== true) return null
  const words = [
    textOf(field, other.fields?.[key], people) || t('empty'),
    ...(other.required.has(`field:${key}`) ? [t('required')] : []),
    ...(other.hidden.has(`field:${key}`) ? [t('hidden')] : []),
  ]
  return <em className={classes.there}>{t('there', { name: other.name, value: words.join(', ') })}</em>
}

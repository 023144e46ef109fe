import { fieldTraits } from '@caseloom/contract/field-types/field-kind'
import type { Field } from '@caseloom/contract/field-types/fields'
import { defang } from '@caseloom/contract/values/observable-value'
import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addTexts } from '../../../ui/text/i18n.ts'
import type { CaseFieldType } from '../../../field-types/values/case-text.ts'
import { foundIn } from './AddObservables.tsx'
import classes from './Case.module.css'
import { caseEn } from './case.en.ts'

addTexts('case', caseEn)

/** Observables named below the text; the rest is counted. */
const MAX_NAMED = 20

interface NewCaseFieldProps {
  field: CaseFieldType
  /** The items as JSON; empty for none. */
  onDraft: (draft: string) => void
  input: Record<string, unknown>
}

/** The initial tasks or observables of a new record, as plain text. */
export function NewCaseField({ field, onDraft, input }: NewCaseFieldProps) {
  const { t } = useTranslation('case')
  const [text, setText] = useState('')
  const { observables } = fieldTraits(field)
  const found = observables ? foundIn(text, kindsOf(field)) : []
  const names = found.slice(0, MAX_NAMED).map(({ kind, value }) => defang(kind, value))
  const isEmpty = text.trim() === ''
  return (
    <>
      <Textarea
        {...input}
        placeholder={t(observables ? 'begin.observables' : 'begin.tasks')}
        autosize
        minRows={3}
        maxRows={12}
        value={text}
        onChange={(event) => {
          const next = event.currentTarget.value
          setText(next)
          const items = itemsOf(field, next)
          onDraft(items.length === 0 ? '' : JSON.stringify(items))
        }}
      />
      {observables && (
        <p className={classes.quiet} role="status">
          {!isEmpty &&
            (found.length === 0
              ? t('begin.nothing')
              : t('begin.found', { count: found.length, values: names.join(' · ') }))}
        </p>
      )}
    </>
  )
}

/** The kinds that the field accepts; all when absent. */
function kindsOf(field: Field) {
  return 'kinds' in field ? field.kinds : undefined
}

function itemsOf(field: Field, text: string): Record<string, unknown>[] {
  if (fieldTraits(field).observables)
    return foundIn(text, kindsOf(field)).map(({ kind, value }) => ({ kind, value }))
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((title) => ({ title }))
}
